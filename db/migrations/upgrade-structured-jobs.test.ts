import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { applications, jobs } from '../schema.ts'

const day = '2026-01-02T00:00:00.000Z'
const closed = '2026-02-03T00:00:00.000Z'
const many = 10_000

test('the migration keeps 10,000 jobs as they are', async () => {
  const old = sql`select id, title, description, requirements, location, salary_range, is_active, first_active_at, deleted_at, created_at, updated_at from jobs order by id`
  let before: unknown[] = []
  const after = await upgraded({
    before: 13,
    async fill(db) {
      await db.run(sql`
        with recursive n (id) as (select 1 union all select id + 1 from n where id < ${many})
        insert into jobs (id, title, description, requirements, location, salary_range, is_active, created_at)
        select id, 'Job ' || id, '<p>Work.</p>', nullif('', ''), 'Port Ellery', '€' || id, id % 2, ${day} from n`)
      await db.run(sql`update jobs set is_active = 0 where id = 1`)
      await db.run(
        sql`insert into audit_events (action, target_id, at) values ('job.deactivated', 1, ${day}), ('job.deactivated', 1, ${closed})`,
      )
      before = await db.all(old)
    },
    read: async (db) => ({
      rows: await db.all(old),
      jobs: await db.select().from(jobs).limit(3),
    }),
  })
  expect(after.rows).toHaveLength(many)
  expect(after.rows).toEqual(before)
  expect(after.jobs[0]).toMatchObject({
    closed_at: closed, letter: 'required', letter_min: 400, resume: 'required',
    team: null, places: null, questions: null, is_scheduled: false,
  })
  expect(after.jobs.map(({ closed_at }) => closed_at)).toEqual([closed, null, null])
})

test('closed_at is when the job became inactive, and null once it is active again', async () => {
  const times = await upgraded({
    before: 13,
    fill: (db) => db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '')`),
    async read(db) {
      const closedAt = async () => (await db.select().from(jobs))[0]?.closed_at
      await db.update(jobs).set({ is_active: false })
      const first = await closedAt()
      await db.update(jobs).set({ title: 'Cook', is_active: false })
      const same = await closedAt()
      await db.update(jobs).set({ is_active: true })
      return { first, same, reopened: await closedAt() }
    },
  })
  expect(times.first).toMatch(/^\d{4}-/)
  expect(times).toEqual({ first: times.first, same: times.first, reopened: null })
})

test('applications from before have no answers', async () => {
  const answers = await upgraded({
    before: 13,
    fill: async (db) => {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '')`)
      await db.run(sql`insert into applications (job_id, first_name, last_name, email)
        values (1, 'Mira', 'Ostergard', 'mira@example.org')`)
    },
    read: (db) => db.select({ answers: applications.answers }).from(applications),
  })
  expect(answers).toEqual([{ answers: [] }])
})
