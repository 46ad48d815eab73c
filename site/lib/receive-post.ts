import type { AstroGlobal } from 'astro'
import type { ServerBindings } from '#api/app.ts'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import type { StagedFile } from '#api/hiring/applications/contract/staged.ts'
import { server } from '#api/server.ts'
import { cookieFor } from '../candidate/application-cookie.ts'
import { successAddress } from './success-address.ts'

/**
 * Handles a form submitted without JavaScript by calling the API in process with the same body.
 * Returns the way to the success page, or the status, `Retry-After` in seconds, the errors, the
 * input, the files that were kept and the questions that were asked.
 */
export async function receivePost(Astro: AstroGlobal) {
  const bindings: ServerBindings = Astro.locals.server ?? { ip: Astro.clientAddress }
  const { id: job_id = '' } = Astro.params
  const typed: Record<string, string> = {}
  const staged: Record<string, StagedFile> = {}
  const { body, headers } = Astro.request
  const request = new Request('http://site/api/applications/submit', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
  const withoutScript: ServerBindings['withoutScript'] = { job_id, typed, staged }
  const response = await server.api.fetch(request, { ...bindings, withoutScript })
  if (response.ok) {
    const receipt = (await response.json()) as { job_title: string; candidate_url?: string }
    const headers = new Headers({ Location: successAddress(job_id, receipt.job_title) })
    const cookie = cookieFor(receipt.candidate_url, bindings.overTls)
    if (cookie) headers.set('Set-Cookie', cookie)
    return { success: new Response(null, { status: 303, headers }) }
  }
  const problem = (await response.json()) as ProblemBody
  const wait = response.headers.get('retry-after')
  const { questions = [] } = withoutScript
  return { success: null, status: response.status, wait, problem, typed, staged, questions }
}
