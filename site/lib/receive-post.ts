import type { AstroGlobal } from 'astro'
import type { ProblemBody } from '#api/http/contract/problem.ts'
import { server } from '#api/server.ts'
import { successAddress } from './success-address.ts'

/**
 * Handles a form submitted without JavaScript by calling the API in process with the same body. Returns
 * the address of the success page, or the status, `Retry-After` in seconds, the errors and the input.
 */
export async function receivePost(Astro: AstroGlobal) {
  const bindings = Astro.locals.server ?? { ip: Astro.clientAddress }
  const { id: job_id = '' } = Astro.params
  const typed: Record<string, string> = {}
  const { body, headers } = Astro.request
  const request = new Request('http://site/api/applications/submit', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
  const answer = await server.api.fetch(request, { ...bindings, withoutScript: { job_id, typed } })
  if (answer.ok) {
    const { job_title } = (await answer.json()) as { job_title: string }
    return { success: successAddress(job_id, job_title) }
  }
  const problem = (await answer.json()) as ProblemBody
  const wait = answer.headers.get('retry-after')
  return { success: null, status: answer.status, wait, problem, typed }
}
