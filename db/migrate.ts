import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Client, type InStatement, LibsqlBatchError } from '@libsql/client/http'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'

/** Drizzle's own table of applied migrations, so that drizzle-kit understands the database. */
const createList = `CREATE TABLE IF NOT EXISTS __drizzle_migrations (
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL UNIQUE
) STRICT`

/** Fails, and the migration with it, if a foreign key is broken: SQL has RAISE only in triggers. */
const checkForeignKeys = `SELECT json('{') FROM pragma_foreign_key_check`

/**
 * Applies the pending migrations of the folder: all of them or none.
 * Returns whether the database was empty before.
 * @throws {Error} when the folder has no migrations, one fails, or the database has unknown ones
 */
export async function migrate(client: Client, folder: string): Promise<{ isNew: boolean }> {
  const known = readMigrations(folder)
  const pending = await pendingOf(client, known)
  const isNew = pending.length === known.length
  if (pending.length === 0) return { isNew }
  const statements = [createList, ...pending.flatMap(statementsOf), checkForeignKeys]
  try {
    await client.migrate(statements)
    return { isNew }
  } catch (cause) {
    // Another process may have applied them first.
    if ((await pendingOf(client, known)).length === 0) return { isNew }
    throw new Error(
      `The database was not migrated and is as it was: ${reasonOf(cause, statements)}`,
      { cause },
    )
  }
}

function readMigrations(folder: string) {
  if (!existsSync(path.join(folder, 'meta/_journal.json')))
    throw new Error(`${folder} contains no migrations. Start Foyer from its own folder`)
  return readMigrationFiles({ migrationsFolder: folder })
}

async function pendingOf(client: Client, known: MigrationMeta[]) {
  const applied = await appliedTo(client)
  const unknown = [...applied].filter(
    (at) => !known.some(({ folderMillis }) => folderMillis === at),
  )
  if (unknown.length > 0)
    throw new Error(
      `The database belongs to a newer version of this program: it has ${unknown.length} migration(s) that this one does not know`,
    )
  return known.filter(({ folderMillis }) => !applied.has(folderMillis))
}

async function appliedTo(client: Client): Promise<Set<number>> {
  const list = await client.execute(
    `SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'`,
  )
  if (list.rows.length === 0) return new Set()
  const { rows } = await client.execute('SELECT created_at FROM __drizzle_migrations')
  return new Set(rows.map((row) => Number(row.created_at)))
}

/** Records the migration first: of two processes, the slower fails before it changes anything. */
function statementsOf({ hash, folderMillis, sql }: MigrationMeta): InStatement[] {
  const listed = {
    sql: 'INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)',
    args: [hash, folderMillis],
  }
  return [listed, ...sql.filter((statement) => statement.trim())]
}

function reasonOf(error: unknown, statements: unknown[]) {
  const last = statements.length - 1
  if (error instanceof LibsqlBatchError && error.statementIndex === last)
    return 'a row would refer to one that does not exist'
  return error instanceof Error ? error.message : String(error)
}
