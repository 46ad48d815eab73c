import type { AstroGlobal } from 'astro'
import type { Shared } from '#api/hiring/shares/contract/row.ts'
import { server } from '#api/server.ts'

/** What the link shows, or the status with which it is refused. */
export async function readShared({
  clientAddress: ip,
  locals,
  params,
  url,
}: AstroGlobal): Promise<Shared | number> {
  const candidate = /^\d{1,9}$/.exec(url.searchParams.get('candidate') ?? '')?.[0]
  const query = candidate ? `?candidate=${candidate}` : ''
  const answer = await server.api.fetch(
    new Request(`http://site/api/shared/${encodeURIComponent(params.token ?? '')}${query}`),
    locals.server ?? { ip },
  )
  return answer.ok ? ((await answer.json()) as Shared) : answer.status
}
