import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStore } from '#api/core/files/open-store.ts'
import { folderOnDisk } from '#db/test-db.ts'
import { applicationForm } from '../testing/fixtures/application-form.ts'
import { world } from '../testing/world.ts'
import { resumePath, sha256, sumsFile } from './manifest.ts'
import { putBack, verifyBackup } from './put-back.ts'
import { takeBackup } from './take.ts'

let made: string
let key: string
let folder: string
const at = (...path: string[]) => join(folder, ...path)

beforeAll(async () => {
  made = await mkdtemp(join(folderOnDisk, 'foyer-made-'))
  const w = await world()
  const body = applicationForm({ job_id: await w.newJob() })
  await w.visitor.raw('/applications/submit', { method: 'POST', body })
  await takeBackup({ url: w.url, store: w.store, folder: join(made, 'backup') })
  key = (await w.applications())[0]!.resume_key!
  await w.remove()
})
afterAll(() => rm(made, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(folderOnDisk, 'foyer-put-back-'))
  await cp(made, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const database = () => at('place/careers.db')
const openPlace = () => openStore(`file:${at('place/resumes')}`)
const restore = () =>
  putBack({
    folder: at('backup'),
    url: pathToFileURL(database()).href,
    keepMail: false,
    openStore: openPlace,
  })

/** Expects no database under any name, and no resume. */
async function nothingThere() {
  const there = existsSync(dirname(database())) ? await readdir(dirname(database())) : []
  expect(there.filter((name) => name.startsWith('careers'))).toEqual([])
  if (there.includes('resumes'))
    expect(await Array.fromAsync((await openPlace()).list())).toEqual([])
}

test.each([
  ['a damaged resume', () => appendFile(at('backup', resumePath(key)), '!'), 'resumes/'],
  ['a missing resume', () => rm(at('backup', resumePath(key))), 'resumes/'],
  ['a damaged database', () => appendFile(at('backup/careers.db'), '!'), 'careers.db'],
  ['a shortened list', () => writeFile(at('backup', sumsFile), ''), sumsFile],
  [
    'no manifest, as when a backup was interrupted',
    () => rm(at('backup/manifest.json')),
    'complete',
  ],
  ['a manifest of another kind', () => writeFile(at('backup/manifest.json'), '{}'), 'can read'],
])('a backup with %s is refused and nothing is restored', async (_, damage, words) => {
  await damage()
  await expect(verifyBackup(at('backup'))).rejects.toThrow(words)
  await expect(restore()).rejects.toThrow(words)
  await nothingThere()
})

/** Changes the backup's database and updates its checksums to match. */
async function rewrite(sql: string) {
  const db = new DatabaseSync(at('backup/careers.db'), { enableForeignKeyConstraints: false })
  db.exec(sql)
  db.close()
  const sums = `${await sha256(at('backup', resumePath(key)))}  ${resumePath(key)}\n${await sha256(at('backup/careers.db'))}  careers.db\n`
  await writeFile(at('backup', sumsFile), sums)
  const manifest = { format: 1, taken_at: new Date().toISOString(), database: 'careers.db' }
  const rest = { resumes: 1, bytes: 1, lost: [], sums_sha256: await sha256(at('backup', sumsFile)) }
  await writeFile(at('backup/manifest.json'), JSON.stringify({ ...manifest, ...rest }))
}

test.each([
  ['a row without its file', `UPDATE applications SET resume_key = '${'0'.repeat(32)}'`, 'no file'],
  ['a row that describes another file', `UPDATE applications SET resume_sha256 = 'x'`, 'no file'],
  ['a row with a broken reference', 'UPDATE applications SET job_id = 99', 'foreign key'],
  [
    'a newer version of the program',
    `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15)`,
    'newer version of this program',
  ],
])('a backup of %s is refused and nothing is restored', async (_, sql, words) => {
  await rewrite(sql)
  await expect(verifyBackup(at('backup'))).rejects.toThrow(words)
  await expect(restore()).rejects.toThrow(words)
  await nothingThere()
})

test.each(['careers.db', 'careers.db-wal', 'careers.db-shm'])(
  'a folder with a %s is refused and unchanged',
  async (name) => {
    const store = await openPlace()
    await writeFile(at('place', name), 'somebody else')
    await expect(restore()).rejects.toThrow(`${name} is there already`)
    expect(await readdir(at('place'))).toEqual([name, 'resumes'])
    expect(await Array.fromAsync(store.list())).toEqual([])
  },
)

test('a store with resumes is refused and unchanged', async () => {
  const store = await openPlace()
  const staged = await store.stage(Readable.from([Buffer.from('x')]), 9)
  if (staged === 'too large') expect.unreachable()
  const theirs = await store.save(staged)
  await expect(restore()).rejects.toThrow('not empty')
  expect(await Array.fromAsync(store.list())).toMatchObject([{ key: theirs }])
  expect(await readdir(at('place'))).toEqual(['resumes'])
})

test('a server started during the restore keeps its database, and restored files are removed', async () => {
  const restoring = putBack({
    folder: at('backup'),
    url: pathToFileURL(database()).href,
    keepMail: false,
    async openStore() {
      await writeFile(database(), 'a new one')
      return openPlace()
    },
  })
  await expect(restoring).rejects.toThrow('EEXIST')
  expect(await readdir(at('place'))).toEqual(['careers.db', 'resumes'])
  expect(await Array.fromAsync((await openPlace()).list())).toEqual([])
})

test('a backup of a database file is refused for a database server', async () => {
  const onServer = { folder: at('backup'), url: 'http://127.0.0.1:1', keepMail: false }
  await expect(putBack({ ...onServer, openStore: openPlace })).rejects.toThrow('names a server')
  await expect(putBack({ ...onServer, undoRetention: true, openStore: openPlace })).rejects.toThrow(
    '--undo-retention needs a database file',
  )
})
