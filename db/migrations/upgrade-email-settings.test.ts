import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { contentVersion, emailSettings, outbox, settings } from '../schema.ts'

const smtp = { host: 'smtp.example.org', port: 587, security: 'starttls' } as const
const sender = { from_name: '', from_address: 'jobs@example.org' }

const found = await upgraded({
  before: 33,
  async fill(db) {
    await db.run(sql`insert into users (email, first_name, last_name, permissions)
      values ('rita@example.org', 'Rita', 'Reviewer', '[]')`)
    await db.run(sql`insert into settings (key, value, category, description)
      values ('opening_hours', 'Nine to five', 'general', '')`)
    await db.run(sql`insert into outbox (message_id, to_address, subject, text, html)
      values ('<1@x>', 'a@b.example', 'New application', '', '')`)
  },
  async read(db) {
    const version = async () => (await db.select().from(contentVersion))[0]?.version ?? 0
    const before = await version()
    const stored = await db.select().from(emailSettings)
    const row = { ...smtp, ...sender, user: '', id: 1 }
    await db.insert(emailSettings).values(row)
    const afterInsert = await version()
    const refused = await Promise.allSettled([
      db.insert(emailSettings).values({ ...row, id: 2 }),
      db.update(emailSettings).set({ password: 'plain text' }),
      db.run(sql`update email_settings set security = 'ssl'`),
    ])
    await db.delete(emailSettings)
    return {
      stored,
      refused: refused.map(({ status }) => status),
      raised: [afterInsert - before, (await version()) - afterInsert],
      mails: await db.$count(outbox),
      settings: await db.select().from(settings).where(sql`key = 'opening_hours'`),
    }
  },
})

test('an upgraded database has no mail server set, and keeps settings and mail', () => {
  expect(found).toMatchObject({ stored: [], mails: 1, settings: [{ value: 'Nine to five' }] })
})

test('the table has one row at most, whose password is encrypted', () => {
  expect(found.refused).toEqual(['rejected', 'rejected', 'rejected'])
})

test('setting up and removing a mail server raise content_version: the pages mention it', () => {
  expect(found.raised).toEqual([1, 1])
})
