import { type Client, createClient, LibsqlError } from '@libsql/client/http'
import { onlyReads } from './only-reads.ts'

/**
 * A libSQL server behind `http:`, `https:` or `libsql:`.
 * @param deadline in ms for each request; without one, a cut connection would hang for ever
 */
export function openRemote(
  url: string,
  { authToken, deadline = 5_000 }: { authToken?: string; deadline?: number } = {},
): Client {
  const client = createClient({
    url,
    authToken,
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(deadline) }),
  })
  const batch = client.batch.bind(client)
  // Drizzle names no mode, and the default one fails at its first write when someone else writes.
  client.batch = (statements, mode = onlyReads(statements) ? 'read' : 'write') =>
    batch(statements, mode)
  client.transaction = async () => {
    throw new LibsqlError(
      'Interactive transactions time out on a server: use a batch',
      'NOT_SUPPORTED',
    )
  }
  return client
}
