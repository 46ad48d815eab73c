import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Client, type InStatement, LibsqlBatchError } from '@libsql/client/http'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { createTrigger, removedTriggers, triggerSet, triggers, wrongTriggers } from './triggers.ts'

/** Drizzle's own table of applied migrations, so that drizzle-kit understands the database. */
const createList = `CREATE TABLE IF NOT EXISTS __drizzle_migrations (
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL UNIQUE
) STRICT`

/** The number of the set of triggers. Not in a migration: older versions may start on it. */
const createSet = `CREATE TABLE IF NOT EXISTS trigger_set (
  id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL
) STRICT`

/** Fails, and the migration with it, if a foreign key is broken: SQL has RAISE only in triggers. */
const checkForeignKeys = `SELECT json('{') FROM pragma_foreign_key_check`

/** When 0032 was generated: migrations up to it create triggers, later ones run without any. */
const lastWithTriggers = 1_795_579_626_788

type State = {
  pending: MigrationMeta[]
  /** Number of the set of triggers in the database; 0 before there was one. */
  set: number
  /** Names of triggers to replace or drop. */
  wrong: string[]
}

/**
 * Applies the pending migrations of the folder and puts the triggers in place: all or nothing.
 * Returns whether the database was empty before.
 * @throws {Error} when the folder has no migrations, one fails, or the database has unknown ones
 */
export async function migrate(client: Client, folder: string): Promise<{ isNew: boolean }> {
  const known = readMigrations(folder)
  const state = await stateOf(client, known)
  const isNew = state.pending.length === known.length
  if (isCurrent(state)) return { isNew }
  const statements = [...changesFor(state), checkForeignKeys]
  try {
    await client.migrate(statements)
    return { isNew }
  } catch (cause) {
    // Another process may have been first.
    if (isCurrent(await stateOf(client, known))) return { isNew }
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

/** How many migrations this version knows. */
export const countMigrations = (folder = path.resolve('db/migrations')): number =>
  JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')).entries.length

async function stateOf(client: Client, known: MigrationMeta[]): Promise<State> {
  const { applied, set, found } = await read(client)
  const unknown = [...applied].filter(
    (at) => !known.some(({ folderMillis }) => folderMillis === at),
  )
  if (unknown.length > 0)
    throw new Error(
      `The database belongs to a newer version of this program: it has ${unknown.length} migration(s) that this one does not know`,
    )
  const pending = known.filter(({ folderMillis }) => !applied.has(folderMillis))
  return { pending, set, wrong: wrongTriggers(found) }
}

/** Two round trips: a query that names a missing table would fail. */
async function read(client: Client) {
  const names = await client.execute(
    `SELECT name FROM sqlite_schema WHERE name IN ('__drizzle_migrations', 'trigger_set')`,
  )
  const tables = new Set(names.rows.map(({ name }) => name))
  if (!tables.has('__drizzle_migrations'))
    return { applied: new Set<number>(), set: 0, found: new Map<string, string>() }
  const [list, schema, sets] = await client.batch(
    [
      'SELECT created_at FROM __drizzle_migrations',
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
      tables.has('trigger_set') ? 'SELECT number FROM trigger_set' : 'SELECT 0 AS number',
    ],
    'read',
  )
  return {
    applied: new Set(list?.rows.map((row) => Number(row.created_at))),
    set: Number(sets?.rows[0]?.number ?? 0),
    found: new Map(schema?.rows.map(({ name, sql }) => [String(name), String(sql)])),
  }
}

const isCurrent = ({ pending, set, wrong }: State) =>
  pending.length === 0 && (set > triggerSet || (set === triggerSet && wrong.length === 0))

/** What applies the pending migrations and puts the triggers in place. */
export function changesFor({ pending, set, wrong }: State): InStatement[] {
  if (set > triggerSet) return applying(pending)
  const later = pending.filter(({ folderMillis }) => folderMillis > lastWithTriggers)
  const earlier = pending.filter((migration) => !later.includes(migration))
  // A migration that rebuilds a table drops its triggers, and fails because of those that name it.
  const replaced = pending.length > 0 ? [...Object.keys(triggers), ...removedTriggers] : wrong
  return [
    ...applying(earlier),
    createSet,
    // Fails if a process of a newer version has replaced the set since its number was read.
    { sql: `SELECT json('{') FROM trigger_set WHERE number > ?`, args: [triggerSet] },
    ...replaced.map((name) => `DROP TRIGGER IF EXISTS ${name}`),
    ...applying(later),
    ...replaced.filter((name) => name in triggers).map(createTrigger),
    {
      sql: `INSERT INTO trigger_set (id, number) VALUES (1, ?)
        ON CONFLICT (id) DO UPDATE SET number = excluded.number`,
      args: [triggerSet],
    },
    // Migrations without triggers leave it as it is.
    ...(later.length > 0 ? ['UPDATE content_version SET version = version + 1'] : []),
  ]
}

/** Records each migration first: of two processes, the slower fails before it changes anything. */
export function applying(migrations: MigrationMeta[]): InStatement[] {
  if (migrations.length === 0) return []
  const statements = migrations.flatMap(({ hash, folderMillis, sql }) => [
    {
      sql: 'INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)',
      args: [hash, folderMillis],
    },
    ...sql.filter((statement) => statement.trim()),
  ])
  return [createList, ...statements]
}

function reasonOf(error: unknown, statements: unknown[]) {
  const last = statements.length - 1
  if (error instanceof LibsqlBatchError && error.statementIndex === last)
    return 'a row would refer to one that does not exist'
  return error instanceof Error ? error.message.replace(/^(SQLITE_\w+: )\1/, '$1') : String(error)
}
