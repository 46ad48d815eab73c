import path from 'node:path'
import type { Client } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { openFile } from './embedded/node-sqlite.ts'
import { errorCode, isFull, isUnavailable, isUniqueViolation } from './errors.ts'
import { migrate } from './migrate.ts'
import type { RemoteTimeouts } from './remote/connection.ts'
import { openRemote } from './remote/remote.ts'
import * as schema from './schema.ts'

export type Db = ReturnType<typeof drizzle<typeof schema, Client>>

/**
 * Connects, applies pending migrations and checks that foreign keys are enforced.
 * Close with `db.$client.close()`.
 * @param url `file:` for a file of this process only; `http:`, `https:`, `libsql:` for a server
 * @param options.migrations folder, by default `db/migrations` in the working directory
 * @param options.notify receives a log line when the file is rewritten
 * @param options.deadline and the other timeouts of a remote connection, in ms
 * @throws {Error} with a message for the operator, whatever is wrong with the database
 */
export async function openDb(
  url: string,
  {
    authToken,
    migrations = path.resolve('db/migrations'),
    notify = () => {},
    ...timeouts
  }: {
    authToken?: string
    migrations?: string
    notify?: (message: string) => void
  } & Partial<RemoteTimeouts> = {},
): Promise<Db> {
  const client = await connect(url, { ...timeouts, ...(authToken && { authToken }) })
  try {
    const { isNew } = await migrate(client, migrations)
    if (client.protocol === 'file') await eraseFreePages(client, isNew, notify)
    await assertForeignKeys(client)
  } catch (error) {
    client.close()
    if (errorCode(error) === 'PROXY_ERROR') throw replica(url, error)
    throw isUnavailable(error) && !url.startsWith('file:') ? unreachable(url, error) : error
  }
  return drizzle({ client, schema })
}

/** Node's own 'fetch failed' says too little. Names only the host, since a URL may hold a token. */
export function unreachable(url: string, error: unknown) {
  const innermost = (error: Error): Error =>
    error.cause instanceof Error ? innermost(error.cause) : error
  const { message, code = '' } = innermost(error as Error) as NodeJS.ErrnoException
  return new Error(`The database at ${new URL(url).host} cannot be used: ${message || code}`, {
    cause: error,
  })
}

/** A replica of sqld passes writes on, and answers their failures with an error of its own. */
const replica = (url: string, cause: unknown) =>
  new Error(
    `The database at ${new URL(url).host} is a replica, where Foyer cannot work. Set DATABASE_URL to the primary server`,
    { cause },
  )

async function connect(url: string, options: Parameters<typeof openRemote>[1]) {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase()
  if (scheme === 'file:') return openFile(url)
  if (scheme && ['http:', 'https:', 'libsql:'].includes(scheme)) return openRemote(url, options)
  const given = scheme ? `begins with ${scheme}` : 'has no scheme'
  throw new Error(`The database's URL ${given}; it must begin with file:, http:, https: or libsql:`)
}

/**
 * Versions without secure_delete left deleted content in free pages, so their files are rewritten
 * once, recorded in user_version. If the disk is full or the file busy, the next start tries again.
 */
async function eraseFreePages(client: Client, isNew: boolean, notify: (message: string) => void) {
  const { rows } = await client.execute('PRAGMA user_version')
  if (rows[0]?.user_version !== 0) return
  try {
    if (!isNew) {
      notify('rewriting the database once, to erase what was deleted before this version')
      await client.execute('VACUUM')
      await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    }
    await client.execute('PRAGMA user_version = 1')
  } catch (error) {
    if (!isFull(error) && !isUnavailable(error)) throw error
    notify(`the database was not rewritten, the next start tries again: ${errorCode(error)}`)
  }
}

/**
 * A server may be built or configured without foreign keys. The row is inserted twice: unless the
 * foreign key rejects it, the second is a duplicate, so the batch always fails.
 */
async function assertForeignKeys(client: Client) {
  const orphan = `INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES ('${'0'.repeat(64)}', -1, 0, 0)`
  const error = await client.batch([orphan, orphan], 'write').catch((error: unknown) => error)
  if (errorCode(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY') return
  if (!isUniqueViolation(error)) throw error
  throw new Error('This database does not enforce foreign keys, which Foyer needs')
}
