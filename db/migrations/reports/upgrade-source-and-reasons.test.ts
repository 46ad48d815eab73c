import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'

test('the migration keeps applications, and reports know what became of them', async () => {
  const found = await upgraded({
    before: 66,
    async fill(db) {
      await db.run(
        sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Bake.</p>')`,
      )
      for (const [id, status, withdrawn_at] of [
        [1, 'pending', null],
        [2, 'selected', null],
        [3, 'rejected', '2026-01-09T00:00:00.000Z'],
      ])
        await db.run(sql`
          insert into applications (id, job_id, first_name, last_name, email, status, created_at, withdrawn_at)
          values (${id}, 1, 'Mira', 'Ray', 'mira@example.org', ${status}, '2026-01-02T03:04:05.678Z', ${withdrawn_at})`)
    },
    read: async (db) => ({
      applications: await db.all(sql`select id, source, reason_id from applications`),
      outcomes: await db.all(sql`select * from application_outcomes order by application_id`),
    }),
  })
  const outcome = {
    job_id: 1,
    received_at: '2026-01-02T03:04:05.678Z',
    was_shortlisted: 0,
    is_withdrawn: 0,
    minutes_to_response: null,
    minutes_to_decision: null,
    source: null,
    reason_id: null,
    previous: null,
  }
  expect(found).toEqual({
    applications: [1, 2, 3].map((id) => ({ id, source: null, reason_id: null })),
    outcomes: [
      { ...outcome, application_id: 1, status: 'pending' },
      { ...outcome, application_id: 2, status: 'selected', was_shortlisted: 1 },
      { ...outcome, application_id: 3, status: 'rejected', is_withdrawn: 1 },
    ],
  })
})
