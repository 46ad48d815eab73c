import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { applications, outbox } from '#db/schema.ts'
import { killedRounds } from '#scripts/testing/kill/killed-rounds.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

const people = 220

test('kill -9 amid renewals in several processes: each person gets one email', async () => {
  const [baker, cook] = [await w.newJob({ title: 'Baker' }), await w.newJob({ title: 'Cook' })]
  const emails = Array.from({ length: people }, (_, n) => `person${n}@example.org`)
  for (const [n, email] of emails.entries()) {
    await w.newApplication(baker, { email })
    if (n % 4 === 0) await w.newApplication(cook, { email })
  }
  await w.db.update(applications).set({ keep_until: '2027-03-31' })
  await w.db.run(sql`insert or replace into settings (key, value, category)
    values ('keep_consent_months', '12', 'privacy'), ('site_time_zone', 'UTC', 'jobs')`)
  const at = Date.parse('2027-03-05T12:00:00.000Z')
  const ends = await killedRounds({ url: w.url, what: 'renewals', at })
  // The others may find that all is done before their second or third round.
  expect(ends[0]).toBe('SIGKILL')
  expect(ends.at(-1)).toBe(0)
  const reached = await w.db.select({ email: outbox.to_address }).from(outbox)
  expect(reached.map(({ email }) => email).sort()).toEqual(emails.sort())
  expect(await w.db.$count(applications, sql`keep_asked_at is null`)).toBe(0)
})
