import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { automaticTemplates, outbox, templates } from '../schema.ts'

const text = { subject: 'Hello', body: '<p>{greeting}</p>' }

const found = await upgraded({
  before: 36,
  async fill(db) {
    await db.run(sql`insert into templates (name, subject, body, status)
      values ('Sorry', 'Hello', '<p>No.</p>', null)`)
    await db.run(sql`insert into outbox (message_id, to_address, subject, text, html)
      values ('<1@x>', 'a@b.example', 'New application', '', '')`)
  },
  async read(db) {
    const stored = await db.select().from(automaticTemplates)
    await db.insert(automaticTemplates).values({ name: 'receipt', ...text })
    const refused = await Promise.allSettled([
      db.insert(automaticTemplates).values({ name: 'receipt', ...text }),
      db.run(sql`insert into automatic_templates (name, subject, body) values ('other', 'a', 'b')`),
      db.update(automaticTemplates).set({ subject: '' }),
    ])
    return {
      stored,
      refused: refused.map(({ status }) => status),
      mails: await db.$count(outbox),
      names: (await db.select().from(templates)).map(({ name }) => name),
    }
  },
})

test('an upgraded database has no changed automatic email, and keeps templates and mail', () => {
  expect(found).toMatchObject({ stored: [], mails: 1 })
  expect(found.names).toContain('Sorry')
})

test('an automatic email has one text, with a subject and a known name', () => {
  expect(found.refused).toEqual(['rejected', 'rejected', 'rejected'])
})
