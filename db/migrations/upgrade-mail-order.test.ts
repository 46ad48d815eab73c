import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { candidateRequests, outbox } from '../schema.ts'

const id = 'a'.repeat(64)

test('the migration keeps waiting mail and requests, and puts passwords first', async () => {
  const after = await upgraded({
    before: 31,
    async fill(db) {
      await db.run(sql`insert into jobs (title, description) values ('Baker', '<p>Bread.</p>')`)
      await db.run(sql`insert into applications (job_id, first_name, last_name, email, motivation_letter)
        values (1, 'Mira', 'Ostergard', 'mira@example.org', '')`)
      for (const kind of ['answer', 'receipt', 'link', 'reset'])
        await db.run(sql`insert into outbox (kind, message_id, to_address, subject, text, html)
          values (${kind}, ${kind}, 'a@b.c', 'S', 'T', 'H')`)
      await db.run(sql`insert into candidate_requests (id, application_id, kind, email, expires_at, mail_id)
        values (${id}, 1, 'email', 'new@example.org', '2100-01-01T00:00:00.000Z', 3)`)
    },
    read: async (db) => ({
      mails: await db.select().from(outbox).orderBy(outbox.priority),
      requests: await db.select().from(candidateRequests),
    }),
  })
  expect(after.mails.map(({ kind }) => kind)).toEqual(['reset', 'link', 'receipt', 'answer'])
  expect(after.requests).toMatchObject([
    { id, application_id: 1, kind: 'email', email: 'new@example.org', mail_id: 3 },
  ])
})
