import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDb } from './client.ts'
import { openFile } from './embedded/node-sqlite.ts'
import { contentVersion } from './schema.ts'
import { triggers } from './triggers.ts'

let folder: string
let migrations: string
let url: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-migrate-'))
  migrations = path.join(folder, 'migrations')
  url = pathToFileURL(path.join(folder, 'foyer.db')).href
  await cp('db/migrations', migrations, { recursive: true })
})

afterEach(() => rm(folder, { recursive: true }))

/** Adds a migration to the copied folder, like a newer version of the program. */
async function addMigration(...statements: string[]) {
  const journal = path.join(migrations, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  const last = entries.at(-1)
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' }
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, next] }))
  await writeFile(
    path.join(migrations, 'next.sql'),
    statements.join('\n--> statement-breakpoint\n'),
  )
}

/** The names of all tables, read without migrating. */
async function tables() {
  const client = await openFile(url)
  const { rows } = await client.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
  client.close()
  return rows.map(({ name }) => name)
}

async function open() {
  const db = await openDb(url, { migrations })
  db.$client.close()
}

test('a new migration is applied to an old database exactly once', async () => {
  await open()
  await addMigration('CREATE TABLE offices (id INTEGER PRIMARY KEY) STRICT')
  await open()
  await open()
  expect(await tables()).toContain('offices')
})

test('a failing migration rolls back with all the others of the same start', async () => {
  await addMigration('CREATE TABLE offices (id INTEGER PRIMARY KEY) STRICT', 'CREATE NONSENSE')
  await expect(open()).rejects.toThrow(/not migrated and is as it was: .*syntax error/)
  expect(await tables()).toEqual([])
})

test('a failing migration leaves an old database usable by the old version', async () => {
  await open()
  const before = await tables()
  await addMigration('DROP TABLE pages', 'CREATE NONSENSE')
  await expect(open()).rejects.toThrow('not migrated and is as it was')
  expect(await tables()).toEqual(before)
  const old = await openDb(url)
  expect(await old.query.pages.findMany()).toEqual([])
  old.$client.close()
})

test('a migration that breaks a foreign key is rolled back', async () => {
  await open()
  await addMigration(
    'INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES (hex(randomblob(32)), 77, 0, 0)',
  )
  await expect(open()).rejects.toThrow('a row would refer to one that does not exist')
  const old = await openDb(url)
  expect(await old.query.sessions.findMany()).toEqual([])
  old.$client.close()
})

test('a migration can rebuild a table that others reference', async () => {
  const before = await openDb(url)
  await before.run("insert into users (email, first_name, last_name) values ('a@b.ch', 'A', 'B')")
  await before.run(
    `insert into sessions (id, user_id, expires_at, created_at) values ('${'a'.repeat(64)}', 1, 0, 0)`,
  )
  before.$client.close()
  const schema = await readFile(path.join(migrations, '0000_first.sql'), 'utf8')
  const create = /CREATE TABLE `users` [^;]*;/.exec(schema)![0]
  await addMigration(
    create.replaceAll(/([`"])users\1/g, '`users_new`'),
    'INSERT INTO users_new (id, email, first_name, last_name) SELECT id, email, first_name, last_name FROM users',
    'DROP TABLE users',
    'ALTER TABLE users_new RENAME TO users',
  )
  await open()
  const after = await openDb(url, { migrations })
  const { rows } = await after.$client.execute('SELECT user_id FROM sessions')
  expect(rows).toMatchObject([{ user_id: 1 }])
  after.$client.close()
})

test('a migration can rebuild a table that triggers of others name, and its triggers come back', async () => {
  const before = await openDb(url)
  const [row] = (
    await before.$client.execute("SELECT sql FROM sqlite_schema WHERE name = 'outbox'")
  ).rows
  const [version] = await before.select().from(contentVersion)
  before.$client.close()
  await addMigration(
    String(row!.sql).replaceAll(/([`"])outbox\1/g, '`outbox_new`'),
    'DROP TABLE outbox',
    'ALTER TABLE outbox_new RENAME TO outbox',
  )
  await open()
  const after = await openFile(url)
  const { rows } = await after.execute(
    "SELECT (SELECT version FROM content_version) AS version, count(*) AS triggers FROM sqlite_schema WHERE type = 'trigger'",
  )
  after.close()
  // Visitors may see what a migration changed.
  expect(rows).toMatchObject([
    { version: version!.version + 1, triggers: Object.keys(triggers).length },
  ])
})

test('an old version rejects the database of a newer one in one line, and changes no byte', async () => {
  await addMigration('CREATE TABLE offices (id INTEGER PRIMARY KEY) STRICT')
  await open()
  const contents = async () => {
    const names = (await readdir(folder)).filter((name) => name.startsWith('foyer.db'))
    return Promise.all(names.map((name) => readFile(path.join(folder, name), 'base64')))
  }
  const before = await contents()
  await expect(openDb(url)).rejects.toThrow(
    /^[^\n]*belongs to a newer version of this program[^\n]*$/,
  )
  expect(before).toHaveLength(1)
  expect(await contents()).toEqual(before)
})

test('two processes that migrate at the same time both start', async () => {
  await Promise.all([open(), open()])
  expect(await tables()).toContain('users')
})

test('a start in the wrong folder reports where migrations are missing', async () => {
  await expect(openDb(url, { migrations: path.join(folder, 'nowhere') })).rejects.toThrow(
    'nowhere contains no migrations. Start Foyer from its own folder',
  )
})
