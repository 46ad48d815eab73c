import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../client.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { settings } from '../schema.ts'

/** Settings by key after the upgrade of a database from before migration 0007. */
async function settingsAfter(fill: (db: Db) => Promise<unknown>) {
  const rows = await upgraded({ before: 7, fill, read: (db) => db.select().from(settings) })
  return (key: string) => rows.find((row) => row.key === key)
}

const fill = (db: Db) => db.insert(settings).values({ key: 'contact_email', category: 'contact' })
const contact = (db: Db, value: string) =>
  db.update(settings).set({ value }).where(eq(settings.key, 'contact_email'))
const builtIn = { value: '', is_public: false }

test('the migration copies contact_email to notify_email', async () => {
  const after = await settingsAfter(async (db) => {
    await fill(db)
    await contact(db, 'jobs@example.org')
  })
  expect(after('notify_email')).toMatchObject({ ...builtIn, value: 'jobs@example.org' })
  expect(after('contact_email')?.value).toBe('jobs@example.org')
})

test('the migration replaces a custom setting named notify_email', async () => {
  const after = await settingsAfter(async (db) => {
    await fill(db)
    await db.insert(settings).values({
      key: 'notify_email', value: 'thief@example.net', category: 'house', is_public: true,
    })
  })
  expect(after('notify_email')).toMatchObject(builtIn)
})

test('the migration adds no setting to an empty database', async () => {
  expect((await settingsAfter(async () => {}))('notify_email')).toBeUndefined()
})
