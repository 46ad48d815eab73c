import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '#api/core/files/open-store.ts'
import { openDb } from '#db/client.ts'
import { folderOnDisk } from '#db/test-db.ts'
import { checkFolder } from '../integrity.ts'
import { readManifest, sha256 } from './manifest.ts'
import { putBack, verifyBackup } from './put-back.ts'
import { takeBackup } from './take.ts'

/** Backups, each named by the last migration of the version that made it. */
const fixtures = 'scripts/testing/fixtures/backups'
const versions = (await readdir(fixtures)).sort()

let folder: string
const at = (...path: string[]) => join(folder, ...path)
const urlIn = (place: string) => pathToFileURL(at(place, 'careers.db')).href
const storeIn = (place: string) => openStore(`file:${at(place, 'resumes')}`)

beforeEach(async () => {
  folder = await mkdtemp(join(folderOnDisk, 'foyer-older-'))
})
afterEach(() => rm(folder, { recursive: true }))

const restore = (backup: string, place: string) =>
  putBack({ folder: backup, url: urlIn(place), openStore: () => storeIn(place), keepMail: false })

/** The files below the folder with their sums. */
async function contents(place: string) {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => [name, await sha256(join(parentPath, name))]),
  )
}

async function counted(place: string) {
  const db = await openDb(urlIn(place))
  const [row] = await db.all(
    `SELECT (SELECT count(*) FROM applications) AS applications, (SELECT count(*) FROM media) AS pictures,
       (SELECT count(*) FROM __drizzle_migrations) AS migrations`,
  )
  db.$client.close()
  return row
}

test.each(versions)('a backup made by the version of migration %s is restored whole', async (v) => {
  const backup = join(fixtures, v)
  const { resumes, pictures } = await readManifest(backup)
  const restored = await restore(backup, 'place')
  expect(restored).toMatchObject({ resumes, pictures, lost: [], lost_pictures: [] })
  expect(checkFolder(at('place'))).toMatchObject({ faults: [], rows: resumes, orphans: 0 })
  const migrations = JSON.parse(await readFile('db/migrations/meta/_journal.json', 'utf8'))
  expect(await counted('place')).toEqual({
    applications: resumes,
    pictures,
    migrations: migrations.entries.length,
  })
  expect((await readdir(at('place'))).sort()).toEqual(['careers.db', 'resumes'])
})

test.each(versions)('a backup of migration %s is verified and stays as it is', async (v) => {
  const before = await contents(join(fixtures, v))
  expect(await verifyBackup(join(fixtures, v))).toEqual(await readManifest(join(fixtures, v)))
  expect(await contents(join(fixtures, v))).toEqual(before)
})

test.each(versions)('a database of migration %s is backed up before it is migrated', async (v) => {
  const { resumes, pictures } = await readManifest(join(fixtures, v))
  await restore(join(fixtures, v), 'place')
  await cp(join(fixtures, v, 'careers.db'), at('place/careers.db'))
  await chmod(at('place/careers.db'), 0o600)
  const taken = { url: urlIn('place'), store: await storeIn('place'), folder: at('backup') }
  expect(await takeBackup(taken)).toMatchObject({ resumes, pictures, lost: [], lost_pictures: [] })
  await restore(at('backup'), 'again')
  expect(checkFolder(at('again'))).toMatchObject({ faults: [], rows: resumes, orphans: 0 })
})

test('the newest fixture is at most ten migrations old: docs/architecture.md says how to add one', async () => {
  const { entries } = JSON.parse(await readFile('db/migrations/meta/_journal.json', 'utf8'))
  expect(entries.length - 1 - Number(versions.at(-1))).toBeLessThanOrEqual(10)
})
