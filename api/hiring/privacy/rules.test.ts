import { expect, test } from 'vitest'
import { outcomes } from '#db/enums.ts'
import { newJob, onEveryDatabase } from '#db/fixtures/databases.ts'
import { applications } from '#db/schema.ts'
import type { RetentionRules } from './contract.ts'
import { dueLongest, isDue } from './rules.ts'

const clock = { now: new Date('2026-11-29T12:00:00.000Z'), timeZone: 'UTC' }
const rules: RetentionRules = {
  keep_undecided_days: 100,
  keep_rejected_days: 100,
  keep_selected_days: 100,
  keep_withdrawn_days: 100,
}
const none: RetentionRules = {
  keep_undecided_days: null,
  keep_rejected_days: null,
  keep_selected_days: null,
  keep_withdrawn_days: null,
}

const day = (month: number) => `2026-${String(month).padStart(2, '0')}-01T00:00:00.000Z`

onEveryDatabase((db) => {
  test('those due for the longest time come first, each outcome by itself', async () => {
    const job_id = await newJob(db())
    const ada = { job_id, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }
    const january = day(1)
    await db()
      .insert(applications)
      .values([
        { ...ada, id: 1, status: 'pending', created_at: day(3) },
        { ...ada, id: 2, status: 'shortlisted', created_at: day(2), reviewed_at: day(10) },
        { ...ada, id: 3, status: 'pending', created_at: january },
        { ...ada, id: 4, status: 'pending', created_at: day(11) },
        { ...ada, id: 5, status: 'rejected', created_at: january, reviewed_at: day(5) },
        { ...ada, id: 6, status: 'rejected', created_at: day(4) },
        { ...ada, id: 7, status: 'rejected', created_at: january, reviewed_at: day(11) },
        { ...ada, id: 8, status: 'selected', created_at: january, reviewed_at: day(2) },
        { ...ada, id: 9, status: 'selected', created_at: january, withdrawn_at: day(3) },
        { ...ada, id: 10, status: 'pending', created_at: january, withdrawn_at: day(2) },
        { ...ada, id: 11, status: 'rejected', created_at: january, legal_hold: 'A lawsuit' },
        { ...ada, id: 12, status: 'pending', created_at: january, keep_until: '2026-12-01' },
        { ...ada, id: 13, status: 'selected', created_at: january, keep_until: '2026-11-29' },
        { ...ada, id: 14, status: 'pending', created_at: january, legal_hold: 'A lawsuit' },
      ])
    const found = async (limit: number, by = rules) => {
      const ids: number[][] = []
      for (const outcome of outcomes) {
        const rows = await db().all<{ id: number }>(dueLongest(outcome, limit, by, clock))
        ids.push(rows.map(({ id }) => id))
      }
      return Object.fromEntries(outcomes.map((outcome, i) => [outcome, ids[i]]))
    }
    expect(await found(10)).toEqual({
      undecided: [3, 2, 1],
      rejected: [6, 5],
      selected: [8],
      withdrawn: [10, 9],
    })
    for (const outcome of outcomes) {
      const due = isDue(outcome, rules, clock)
      const all = await db().select().from(applications).where(due).orderBy(applications.id)
      const longest = (await found(10))[outcome] ?? []
      expect(all.map(({ id }) => id)).toEqual(longest.toSorted((a, b) => a - b))
    }
    expect(await found(1)).toEqual({
      undecided: [3],
      rejected: [6],
      selected: [8],
      withdrawn: [10],
    })
    expect(Object.values(await found(10, none)).flat()).toEqual([])
  })

  test.each(outcomes)('the %s are read off an index in their order', async (outcome) => {
    const query = db()
      .all(dueLongest(outcome, 30, rules, clock))
      .getQuery()
    const { rows } = await db().$client.execute({
      sql: `EXPLAIN QUERY PLAN ${query.sql}`,
      args: query.params as string[],
    })
    const plan = rows.map(({ detail }) => String(detail))
    const reads = plan.filter((step) => /(SCAN|SEARCH) applications/.test(step))
    expect(reads.length).toBeGreaterThan(0)
    for (const read of reads) {
      expect(read).toMatch(/SEARCH applications USING (COVERING )?INDEX applications_\w+ \(.*<\?\)/)
      // What follows would sort all that are due.
      expect(plan[plan.indexOf(read) + 1] ?? '').not.toContain('TEMP B-TREE')
    }
  })
})
