import { apiAddress, isApiElsewhere } from '#admin/lib/api/api-base.ts'
import { sitePath } from '#admin/lib/site-address.ts'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import type { Words } from '#api/core/words/contract.ts'
import { scriptCookieFor } from '../../candidate/application-cookie.ts'

/** `problem` is missing when the server could not be reached. */
type Answer = { sent: true } | { sent: false; problem?: ProblemBody }

type FailureWords = Pick<Words['form'], 'failed' | 'notSent' | 'tooLargeToSend'>

/** What a response that isn't a success says; `body` is null when it isn't JSON. */
export function problemOf(status: number, body: unknown, words: FailureWords): ProblemBody {
  const problem = body as Partial<ProblemBody> | null
  if (problem?.error && typeof problem.error === 'string') return problem as ProblemBody
  // From a proxy, or a host of static files: the input is not to blame, or only by its size.
  const ofProxy =
    status === 413
      ? words.tooLargeToSend
      : [403, 404, 405, 502, 503, 504].includes(status) && words.notSent
  return { error: (problem === null && ofProxy) || words.failed }
}

/** The cookie that the server can't set, from another origin. */
function setCookie({ candidate_url }: { candidate_url?: string }) {
  const cookie = scriptCookieFor(candidate_url, location.protocol === 'https:', sitePath)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
  if (cookie) document.cookie = cookie
}

/**
 * Posts the form and reports upload progress (0 to 1), which fetch cannot. Never rejects.
 */
export function postForm(
  form: FormData,
  {
    idempotencyKey,
    words,
    prefix,
  }: { idempotencyKey: string; words: FailureWords; prefix?: string | undefined },
  onProgress: (part: number) => void,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      const isSent = request.status === 201
      if (isSent && isApiElsewhere()) setCookie(request.response)
      if (isSent) return resolve({ sent: true })
      resolve({ sent: false, problem: problemOf(request.status, request.response, words) })
    }
    request.onerror = request.onabort = () => resolve({ sent: false })
    request.open('POST', apiAddress(`/api/applications/submit${prefix ? `?lang=${prefix}` : ''}`))
    request.setRequestHeader('Idempotency-Key', idempotencyKey)
    request.send(form)
  })
}
