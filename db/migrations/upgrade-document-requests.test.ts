import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration no file is asked for, and a request ends with its application', async () => {
  const found = await upgraded({
    before: 45,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'A', 'B', 'a@example.org')`)
      await db.run(sql`
        insert into messages (id, application_id, author_name, text, idempotency_key)
        values (1, 1, 'Mo Member', 'Hello', 'a')`)
    },
    async read(db) {
      const before = await db.all(sql`select count(*) as n from document_requests`)
      await db.run(sql`
        insert into document_requests (application_id, message_id, name, kind, requested_name)
        values (1, 1, 'Certificate', 'image', 'Mo Member')`)
      const made = await db.all(sql`select name, kind, key from document_requests`)
      await db.run(sql`delete from applications where id = 1`)
      return { before, made, after: await db.all(sql`select count(*) as n from document_requests`) }
    },
  })
  expect(found).toEqual({
    before: [{ n: 0 }],
    made: [{ name: 'Certificate', kind: 'image', key: null }],
    after: [{ n: 0 }],
  })
})
