import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration there are no interviews, and a rejection plans the end of one', async () => {
  const found = await upgraded({
    before: 44,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'A', 'B', 'a@example.org')`)
      await db.run(sql`
        insert into outbox (application_id, message_id, to_address, subject, text, html)
        values (1, '<1@x>', 'a@example.org', 'Hello', 'Hi', 'Hi')`)
    },
    async read(db) {
      const before = await db.all(sql`select count(*) as n from interviews`)
      await db.run(sql`
        insert into interviews (id, application_id, minutes, place, uid, proposed_name)
        values (1, 1, 30, 'Room 1', '1@x', 'Ada')`)
      await db.run(sql`update applications set status = 'rejected' where id = 1`)
      return {
        before,
        after: await db.all(sql`select state, cause from interviews join interview_endings on interview_id = interviews.id`),
        mails: await db.all(sql`select subject, calendar from outbox`),
      }
    },
  })
  expect(found).toEqual({
    before: [{ n: 0 }],
    after: [{ state: 'proposed', cause: 'rejected' }],
    mails: [{ subject: 'Hello', calendar: null }],
  })
})
