import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { jobAlerts, outbox } from '#db/schema.ts'
import { killedRounds } from '#scripts/testing/kill/killed-rounds.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

const readers = 900

test('kill -9 amid alerts in several processes: each reader gets one email', async () => {
  await w.newJob({ title: 'Baker', first_active_at: '2030-05-14T12:00:00.000Z' })
  await w.db.insert(jobAlerts).values(
    Array.from({ length: readers }, (_, n) => ({
      public_id: String(n).padStart(32, '0'),
      email: `reader${n}@example.org`,
      mailbox: `reader${n}@example.org`,
      // Three searches with the job, and one without.
      search: ['', 'q=baker', 'q=bak', 'q=pilot'][n % 4] ?? '',
      label: '',
      cadence: 'daily' as const,
      language: 'en',
      confirmed_at: '2030-05-01T08:00:00.000Z',
      due_on: '2030-05-15',
      seen_until: '2030-05-14T08:00:00.000Z',
      keep_until: '2099-01-01T00:00:00.000Z',
    })),
  )
  const at = Date.parse('2030-05-15T09:00:00.000Z')
  const ends = await killedRounds({ url: w.url, what: 'alerts', at })
  // The others may find that all is done before their second or third round.
  expect(ends[0]).toBe('SIGKILL')
  expect(ends.at(-1)).toBe(0)
  const expected = await w.db
    .select({ email: jobAlerts.email })
    .from(jobAlerts)
    .where(sql`search <> 'q=pilot'`)
  const reached = await w.db.select({ email: outbox.to_address }).from(outbox)
  const sorted = (rows: { email: string }[]) => rows.map(({ email }) => email).sort()
  expect(sorted(reached)).toEqual(sorted(expected))
  expect(await w.db.$count(jobAlerts, sql`due_on <= '2030-05-15'`)).toBe(0)
})
