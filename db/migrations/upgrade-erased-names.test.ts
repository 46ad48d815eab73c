import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration blanks the names of the erased in events about messages, and no other name', async () => {
  const found = await upgraded({
    before: 47,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (2, 1, 'Mira', 'Ostergard', 'a@example.org')`)
      for (const [action, target, name, actor] of [
        ['message.received', 1, 'Ada Erased', null],
        ['message.sent', 1, 'Ada Erased', 7],
        ['message.received', 2, 'Mira Ostergard', null],
        ['job.changed', 1, 'Baker', 7],
      ])
        await db.run(sql`
          insert into audit_events (action, target_id, target_name, actor_id, ip)
          values (${action}, ${target}, ${name}, ${actor}, '192.0.2.1')`)
    },
    read: async (db) => ({
      events: (
        await db.all<Record<string, unknown>>(
          sql`select action, target_id, target_name, ip from audit_events`,
        )
      ).map((event) => Object.values(event)),
      isAppendOnly: await db.run(sql`update audit_events set target_name = 'x'`).then(
        () => false,
        () => true,
      ),
    }),
  })
  expect(found).toEqual({
    events: [
      ['message.received', 1, 'erased applicant', ''],
      ['message.sent', 1, 'erased applicant', '192.0.2.1'],
      ['message.received', 2, 'Mira Ostergard', '192.0.2.1'],
      ['job.changed', 1, 'Baker', '192.0.2.1'],
    ],
    isAppendOnly: true,
  })
})
