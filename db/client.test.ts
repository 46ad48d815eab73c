import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDb } from './client.ts'
import { assertEngineVersion } from './embedded/node-sqlite.ts'
import { folderOnDisk } from './test-db.ts'

let folder: string
const file = (name = 'foyer.db') => path.join(folder, name)
const url = (name?: string) => pathToFileURL(file(name)).href

beforeEach(async () => {
  folder = await mkdtemp(path.join(folderOnDisk, 'foyer-client-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function openAndClose(url: string) {
  const db = await openDb(url)
  db.$client.close()
}

test('a missing file and its folder are created', async () => {
  await openAndClose(url('new/folder with spaces/foyer.db'))
  expect((await stat(file('new/folder with spaces/foyer.db'))).size).toBeGreaterThan(0)
})

test('a relative URL is resolved against the working directory', async () => {
  await openAndClose(`file:${path.relative('.', file())}`)
  expect((await stat(file())).isFile()).toBe(true)
})

test('a reopened database still has its rows', async () => {
  const first = await openDb(url())
  await first.run("insert into settings (key, category) values ('kept', 'general')")
  first.$client.close()
  const second = await openDb(url())
  expect(await second.query.settings.findMany({ columns: { key: true } })).toEqual([
    { key: 'kept' },
  ])
  second.$client.close()
})

test('a commit is on disk before it is acknowledged', async () => {
  const db = await openDb(url())
  const pragma = async (name: string) => (await db.$client.execute(`PRAGMA ${name}`)).rows[0]![0]
  const FULL = 2
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(FULL)
  expect(await pragma('foreign_keys')).toBe(1)
  expect(await pragma('trusted_schema')).toBe(0)
  expect(await pragma('busy_timeout')).toBe(0)
  db.$client.close()
})

test.each([
  ['four letters', Buffer.from('nope')],
  ['a page of text', Buffer.from('<!doctype html>'.repeat(1000))],
])('openDb rejects %s in place of a database and leaves them unchanged', async (_, bytes) => {
  await writeFile(file(), bytes)
  await expect(openDb(url())).rejects.toThrow(/foyer\.db cannot be used: .*not a database/)
  expect(await readFile(file())).toEqual(bytes)
  expect(await readdir(folder)).toEqual(['foyer.db'])
})

test('openDb rejects the database of another program and leaves it unchanged', async () => {
  const other = new DatabaseSync(file())
  other.exec('CREATE TABLE users (name TEXT)')
  other.close()
  const bytes = await readFile(file())
  await expect(openDb(url())).rejects.toThrow(
    'foyer.db cannot be used: it belongs to another program',
  )
  expect(await readFile(file())).toEqual(bytes)
})

test('openDb rejects a damaged database and leaves it unchanged', async () => {
  await openAndClose(url())
  const bytes = await readFile(file())
  bytes.fill(0xff, 100, 4096)
  await writeFile(file(), bytes)
  await expect(openDb(url())).rejects.toThrow(/SQLITE_CORRUPT/)
  expect(await readFile(file())).toEqual(bytes)
})

test('openDb names a folder that it cannot write to', async () => {
  await writeFile(file('plain'), '')
  await mkdir(file('folder.db'))
  await expect(openDb(url('plain/foyer.db'))).rejects.toThrow(/plain\/foyer\.db cannot be used/)
  await expect(openDb(url('folder.db'))).rejects.toThrow(/folder\.db cannot be used/)
  for (const file of ['/proc/foyer.db', '/proc/foyer/data/foyer.db'])
    await expect(openDb(`file://${file}`)).rejects.toThrow(`${file} cannot be used`)
})

test('the error for an unusable URL does not repeat it, since it may hold a secret', async () => {
  await expect(openDb('postgres://foyer:secret@host/db')).rejects.toThrow(
    "The database's URL begins with postgres:; it must begin with file:, http:, https: or libsql:",
  )
  await expect(openDb('data/foyer.db')).rejects.toThrow('has no scheme')
  await expect(openDb('file::memory:')).rejects.toThrow('would lose everything')
})

test('SQLite versions that may corrupt a file are rejected', () => {
  expect(() => assertEngineVersion('3.51.2')).toThrow('SQLite 3.51.2 may damage the database')
  expect(() => assertEngineVersion('3.45.1')).toThrow()
  expect(() => assertEngineVersion('3.51.3')).not.toThrow()
  expect(() => assertEngineVersion('3.100.0')).not.toThrow()
  expect(() => assertEngineVersion('')).toThrow()
})

test('a database without foreign key enforcement is rejected and left unchanged', async () => {
  const migrations = file('migrations')
  await cp('db/migrations', migrations, { recursive: true })
  const first = file('migrations/0000_first.sql')
  const text = await readFile(first, 'utf8')
  await writeFile(first, text.replaceAll(/,\s*FOREIGN KEY [^\n]*?(?=,?\n)/g, ''))
  await expect(openDb(url(), { migrations })).rejects.toThrow('does not enforce foreign keys')
  const db = await openDb(url('good.db'))
  await db.run(`attach '${file()}' as other`)
  expect((await db.$client.execute('select * from other.sessions')).rows).toEqual([])
  db.$client.close()
})

test('the error for an unreachable server names its host', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const place = `127.0.0.1:${port}`
  await expect(openDb(`http://${place}?authToken=secret`)).rejects.toThrow(
    new Error(`The database at ${place} cannot be used: connect ECONNREFUSED ${place}`),
  )
})
