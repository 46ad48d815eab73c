import { type Client, createClient, LibsqlError } from '@libsql/client/http'
import { onlyReads } from './only-reads.ts'
import { openLine, type Patience } from './remote-line.ts'

/** A libSQL server behind `http:`, `https:` or `libsql:`. */
export function openRemote(
  url: string,
  { authToken, ...patience }: { authToken?: string } & Partial<Patience> = {},
): Client {
  const line = openLine(patience)
  const client = createClient({ url, authToken, fetch: line.fetch })
  const close = client.close.bind(client)
  client.close = () => {
    line.close()
    close()
  }
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
