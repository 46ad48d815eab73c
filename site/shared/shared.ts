import type { AstroGlobal } from 'astro'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import type { Shared } from '#api/hiring/shares/contract/row.ts'
import { server } from '#api/server.ts'

/** What the link shows, or the reason it shows nothing. */
export async function readShared({ clientAddress: ip, locals, params, url }: AstroGlobal) {
  const candidate = /^\d{1,9}$/.exec(url.searchParams.get('candidate') ?? '')?.[0]
  const query = candidate ? `?candidate=${candidate}` : ''
  const answer = await server.api.fetch(
    new Request(`http://site/api/shared/${encodeURIComponent(params.token ?? '')}${query}`),
    locals.server ?? { ip },
  )
  if (answer.ok) return { row: (await answer.json()) as Shared }
  const { error } = (await answer.json()) as ProblemBody
  return { status: answer.status, wait: answer.headers.get('retry-after'), error }
}
