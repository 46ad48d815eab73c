import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { unreachable } from './client.ts'
import { fileOf } from './embedded/node-sqlite.ts'
import { openRemote } from './remote/remote.ts'

/**
 * For commands that need existing data: a mistyped DATABASE_URL must not create an empty database.
 * @throws {Error} unless the URL names a Foyer database
 */
export async function requireDatabase(
  url: string,
  options: Parameters<typeof openRemote>[1] = {},
): Promise<void> {
  const isFile = url.startsWith('file:')
  const name = isFile ? fileOf(url) : new URL(url).host
  if (isFile ? isOurs(name) : await isOursAt(url, options)) return
  throw new Error(`${name} is not a Foyer database. Check DATABASE_URL`)
}

const ours = `SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'`

function isOurs(file: string) {
  if (!existsSync(file)) throw new Error(`${file} does not exist. Check DATABASE_URL`)
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
    try {
      return db.prepare(ours).get() !== undefined
    } finally {
      db.close()
    }
  } catch (cause) {
    const reason = (cause as Error).message
    throw new Error(`The database ${file} cannot be used: ${reason}`, { cause })
  }
}

async function isOursAt(url: string, options: Parameters<typeof openRemote>[1]) {
  const client = openRemote(url, options)
  try {
    return (await client.execute(ours)).rows.length > 0
  } catch (error) {
    throw unreachable(url, error)
  } finally {
    client.close()
  }
}
