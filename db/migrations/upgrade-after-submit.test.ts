import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../client.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { applications, stagedFiles } from '../schema.ts'

const apply = (db: Db) =>
  db.run(sql`insert into applications (job_id, first_name, last_name, email, withdrawn_at)
    values (1, 'Mira', 'Ostergard', 'mira@example.org', '2026-01-02T03:04:05.678Z')`)

test('the migration keeps applications as they were, without hold, consent or notice', async () => {
  const kept = sql`select id, public_id, email, withdrawn_at, updated_at from applications where id = 1`
  let before: unknown[] = []
  const after = await upgraded({
    before: 19,
    async fill(db) {
      await db.run(sql`insert into jobs (title, description) values ('Baker', '<p>Bread.</p>')`)
      await apply(db)
      before = await db.all(kept)
    },
    async read(db) {
      const [row] = await db.select().from(applications)
      const wrong = ["keep_until = '2026-1-1'", "legal_hold = ''", 'notice_id = 1']
      const refused = await Promise.allSettled(
        wrong.map((change) => db.run(`update applications set ${change}`)),
      )
      await db.insert(stagedFiles).values({
        id: 'a'.repeat(64), job_id: 1, key: 'b'.repeat(32), type: 'pdf', name: 'mira.pdf',
        size: 1, sha256: 'c'.repeat(64), expires_at: '2026-01-03T00:00:00.000Z',
      })
      return { kept: before, row, refused, staged: await db.$count(stagedFiles) }
    },
  })
  expect(after.kept).toEqual([
    expect.objectContaining({
      id: 1,
      email: 'mira@example.org',
      updated_at: after.row?.updated_at,
    }),
  ])
  expect(after.row).toMatchObject({
    still_reading_at: null, notice_id: null, keep_until: null, legal_hold: null,
    withdrawn_at: '2026-01-02T03:04:05.678Z',
  })
  expect(after.refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(after.staged).toBe(1)
})
