import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  LibsqlError,
} from '@libsql/client/http'
import { onlyReads } from '../embedded/only-reads.ts'
import { createRemoteConnection, type RemoteTimeouts } from './remote-connection.ts'
import { createSharedReads } from './shared-reads.ts'

/** A libSQL server behind `http:`, `https:` or `libsql:`. */
export function openRemote(
  url: string,
  { authToken, ...timeouts }: { authToken?: string } & Partial<RemoteTimeouts> = {},
): Client {
  const connection = createRemoteConnection(timeouts)
  const client = createClient({ url, authToken, fetch: connection.fetch })
  const close = client.close.bind(client)
  client.close = () => {
    connection.close()
    close()
  }
  const batch = client.batch.bind(client)
  const execute = client.execute.bind(client)
  const read = createSharedReads(async (statements) =>
    statements.length === 1 ? [await execute(statements[0]!)] : batch(statements, 'read'),
  )
  client.execute = async (statement: InStatement, args?: InArgs) => {
    const one = typeof statement === 'string' && args ? { sql: statement, args } : statement
    if (!onlyReads([one])) return execute(one)
    const [result] = await read([one])
    return result!
  }
  // Drizzle passes no mode, and with the default a write fails while another client writes.
  client.batch = async (statements, mode = onlyReads(statements) ? 'read' : 'write') =>
    batch(statements, mode)
  client.transaction = async () => {
    throw new LibsqlError(
      'Interactive transactions time out on a server. Use a batch',
      'NOT_SUPPORTED',
    )
  }
  return client
}
