import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type World, world } from '#scripts/testing/world.ts'
import { forgetOldEvents } from './audit-retention.ts'
import { startReaper } from './reaper.ts'

let w: World
let said: string[]
beforeEach(async () => {
  w = await world()
  said = []
})
afterEach(() => w.remove())

const log = pino({}, { write: (line) => void said.push(line) })

/** Events so many days old, `count` of each. */
async function written(days: number[], count = 1) {
  for (const day of days)
    await w.db.run(sql`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into audit_events (at, action, target_name)
      select strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${day} days`}), 'job.changed', ${String(day)} from n`)
}

const left = async () => {
  const rows = await w.db.all<{ name: string; count: number }>(
    sql`select target_name as name, count(*) as count from audit_events where action = 'job.changed' group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('events are forgotten after 400 days, and not a day earlier', async () => {
  await written([0, 1, 399, 401, 5000])
  expect(await forgetOldEvents({ db: w.db, log })).toBe(2)
  expect(await left()).toEqual({ 0: 1, 1: 1, 399: 1 })
  expect(said.join()).toContain('"events":2')
  expect(await forgetOldEvents({ db: w.db, log })).toBe(0)
})

test('more of them than are deleted at once are all forgotten', async () => {
  await written([0])
  await written([500], 1200)
  expect(await forgetOldEvents({ db: w.db, log })).toBe(1200)
  expect(await left()).toEqual({ 0: 1 })
})

test('a clock that is years ahead takes nothing from the trail', async () => {
  await written([700, 800])
  expect(await forgetOldEvents({ db: w.db, log })).toBe(0)
  expect(await left()).toEqual({ 700: 1, 800: 1 })
})

test('the daily sweep of a running server forgets them', async () => {
  await written([0, 401])
  const reaper = startReaper({ db: w.db, store: w.store, log })
  await expect.poll(left).toEqual({ 0: 1 })
  await reaper.stop()
})
