import { apiAddress, isApiElsewhere } from '#admin/lib/api-base.ts'
import type { ProblemBody } from '#api/http/contract/problem.ts'
import { scriptCookieFor } from '../lib/application-cookie.ts'

/** `problem` is missing when the server could not be reached. */
export type Answer = { sent: true } | { sent: false; problem?: ProblemBody }

function problemOf(response: unknown, failed: string): ProblemBody {
  const body = response as ProblemBody | null
  return body && typeof body.error === 'string' ? body : { error: failed }
}

/** The cookie that the server can't set, from another origin. */
function setCookie({ candidate_url }: { candidate_url?: string }) {
  const cookie = scriptCookieFor(candidate_url, location.protocol === 'https:')
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
  if (cookie) document.cookie = cookie
}

/**
 * Posts the form and reports upload progress (0 to 1), which fetch cannot. Never rejects.
 */
export function postForm(
  form: FormData,
  { idempotencyKey, failed }: { idempotencyKey: string; failed: string },
  onProgress: (part: number) => void,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      const isSent = request.status === 201
      if (isSent && isApiElsewhere()) setCookie(request.response)
      resolve(
        isSent ? { sent: true } : { sent: false, problem: problemOf(request.response, failed) },
      )
    }
    request.onerror = request.onabort = () => resolve({ sent: false })
    request.open('POST', apiAddress('/api/applications/submit'))
    request.setRequestHeader('Idempotency-Key', idempotencyKey)
    request.send(form)
  })
}
