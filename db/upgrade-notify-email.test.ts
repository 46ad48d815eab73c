import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { builtInSettings } from './built-in-settings.ts'
import { type Db, openDb } from './client.ts'
import { settings } from './schema.ts'

/** A database from before migration 0007, filled by `fill`, then upgraded. */
async function upgraded(fill: (db: Db) => Promise<unknown>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'foyer-upgrade-'))
  const migrations = path.join(folder, 'migrations')
  await cp('db/migrations', migrations, { recursive: true })
  const journal = path.join(migrations, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  const before = entries.filter(({ idx }: { idx: number }) => idx < 7)
  await writeFile(journal, JSON.stringify({ ...rest, entries: before }))
  const url = pathToFileURL(path.join(folder, 'foyer.db')).href
  const old = await openDb(url, { migrations })
  await fill(old)
  old.$client.close()
  const db = await openDb(url)
  const rows = await db.select().from(settings)
  db.$client.close()
  await rm(folder, { recursive: true })
  return (key: string) => rows.find((row) => row.key === key)
}

const old = builtInSettings.filter(({ key }) => key !== 'notify_email')
const fill = (db: Db) => db.insert(settings).values(old.map((row) => ({ is_public: true, ...row })))
const contact = (db: Db, value: string) =>
  db.update(settings).set({ value }).where(eq(settings.key, 'contact_email'))
const { key: _, ...builtIn } = builtInSettings.find(({ key }) => key === 'notify_email')!

test('notify_email begins with the value of contact_email, which stays', async () => {
  const after = await upgraded(async (db) => {
    await fill(db)
    await contact(db, 'jobs@example.org')
  })
  expect(after('notify_email')).toMatchObject({ ...builtIn, value: 'jobs@example.org' })
  expect(after('contact_email')?.value).toBe('jobs@example.org')
})

test('a setting made by hand with the name notify_email is replaced', async () => {
  const after = await upgraded(async (db) => {
    await fill(db)
    await db.insert(settings).values({
      ...{ key: 'notify_email', value: 'thief@example.net', category: 'house', is_public: true },
    })
  })
  expect(after('notify_email')).toMatchObject(builtIn)
})

test('an empty database stays empty', async () => {
  expect((await upgraded(async () => {}))('notify_email')).toBeUndefined()
})
