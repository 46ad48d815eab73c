import path from 'node:path'
import type { Client } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { errorCode, isFull, isUnavailable, isUniqueViolation } from './errors.ts'
import { migrate } from './migrate.ts'
import { openFile } from './node-sqlite.ts'
import { openRemote } from './remote.ts'
import type { Patience } from './remote-line.ts'
import * as schema from './schema.ts'

export type Db = ReturnType<typeof drizzle<typeof schema, Client>>

/**
 * Connects, applies the migrations that are missing and makes sure that foreign keys hold.
 * `db.$client.close()` ends it.
 * @param url `file:` for a file of this process alone; `http:`, `https:` or `libsql:` for a libSQL server
 * @param options.migrations their folder, by default `db/migrations` where the process was started
 * @param options.notify receives a line for the log when the file is rewritten
 * @param options.deadline and the like: how long a server may take to answer
 * @throws {Error} with a sentence for whoever runs the program, whatever is wrong with the database
 */
export async function openDb(
  url: string,
  {
    authToken,
    migrations = path.resolve('db/migrations'),
    notify = () => {},
    ...patience
  }: {
    authToken?: string
    migrations?: string
    notify?: (message: string) => void
  } & Partial<Patience> = {},
): Promise<Db> {
  const client = await connect(url, { ...patience, ...(authToken && { authToken }) })
  try {
    const { isNew } = await migrate(client, migrations)
    if (client.protocol === 'file') await eraseFreePages(client, isNew, notify)
    await refuseWithoutForeignKeys(client)
  } catch (error) {
    client.close()
    throw isUnavailable(error) && !url.startsWith('file:') ? unreachable(url, error) : error
  }
  return drizzle({ client, schema })
}

/** 'fetch failed' alone tells an operator nothing. Only the host is named: a URL may hold a token. */
export function unreachable(url: string, error: unknown) {
  const innermost = (error: Error): Error =>
    error.cause instanceof Error ? innermost(error.cause) : error
  const { message, code = '' } = innermost(error as Error) as NodeJS.ErrnoException
  return new Error(`The database at ${new URL(url).host} cannot be used: ${message || code}`, {
    cause: error,
  })
}

async function connect(url: string, options: Parameters<typeof openRemote>[1]) {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase()
  if (scheme === 'file:') return openFile(url)
  if (scheme && ['http:', 'https:', 'libsql:'].includes(scheme)) return openRemote(url, options)
  const given = scheme ? `begins with ${scheme}` : 'has no scheme'
  throw new Error(`The database's URL ${given}; it must begin with file:, http:, https: or libsql:`)
}

/**
 * Versions without secure_delete left deleted content in free pages, so their files are rewritten
 * once; user_version remembers it. Without room or while another process is busy, the next start does it.
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
 * A server may have been built or set not to enforce them. The row is written twice: where the
 * foreign key does not refuse the first one, the second is a duplicate, so neither ever stays.
 */
async function refuseWithoutForeignKeys(client: Client) {
  const orphan = `INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES ('${'0'.repeat(64)}', -1, 0, 0)`
  const error = await client.batch([orphan, orphan], 'write').catch((error: unknown) => error)
  if (errorCode(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY') return
  if (!isUniqueViolation(error)) throw error
  throw new Error('This database does not enforce foreign keys: Foyer would lose track of its rows')
}
