import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('an upgraded database has no messages, nobody is told of them, and changed texts stay', async () => {
  const found = await upgraded({
    before: 43,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'A', 'B', 'a@example.org')`)
      await db.run(sql`
        insert into users (id, email, password_hash, first_name, last_name, role, notify_applications)
        values (1, 'mo@example.org', '', 'Mo', 'Member', 'user', 1)`)
      await db.run(sql`
        insert into automatic_templates (name, subject, body) values ('receipt', 'Thanks', '<p>Thanks.</p>')`)
    },
    async read(db) {
      const before = await db.all(sql`select count(*) as messages from messages`)
      await db.run(sql`
        insert into messages (application_id, author_id, author_name, text, idempotency_key)
        values (1, 1, 'Mo Member', 'Hello', 'a'), (1, null, null, 'Hi', 'b')`)
      await db.run(sql`
        insert into automatic_templates (name, subject, body) values ('message', 'News', '<p>Look.</p>')`)
      await db.run(sql`delete from users where id = 1`)
      const messages = await db.all(sql`select author_id, author_name, text, read_at from messages`)
      await db.run(sql`delete from applications where id = 1`)
      return {
        before,
        messages,
        after: await db.all(sql`select count(*) as messages from messages`),
        texts: await db.all(sql`select name, subject from automatic_templates order by name`),
      }
    },
  })
  expect(found).toEqual({
    before: [{ messages: 0 }],
    messages: [
      { author_id: null, author_name: 'Mo Member', text: 'Hello', read_at: null },
      { author_id: null, author_name: null, text: 'Hi', read_at: null },
    ],
    after: [{ messages: 0 }],
    texts: [
      { name: 'message', subject: 'News' },
      { name: 'receipt', subject: 'Thanks' },
    ],
  })
})
