import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationReads, applications, users } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { isUnreadBy } from './read-marks.ts'

const w = await world()
let rita: Person
let reader: number
beforeAll(async () => {
  rita = await w.as('rita')
  reader = (await rita.get('/auth/profile')).body.id
  await w.newJob()
})
afterAll(() => w.remove())

/** Replaces all applications by this many, without marks. */
async function fill(count: number) {
  await w.db.delete(applications)
  await w.db.update(users).set({ applications_read_to: 0 })
  await w.db.run(sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into applications (id, job_id, first_name, last_name, email)
    select n, 1, 'Mira', 'Ostergard', 'mira@example.org' from numbers`)
}

const rows = () => w.db.$count(applicationReads)

const listed = async () =>
  (await rita.get('/applications?unread=true&per_page=500')).body
    .map(({ id }: { id: number }) => id)
    .reverse()

test('an old application that becomes unread is one row, however many are read', async () => {
  await fill(2000)
  await rita.send('POST', '/applications/read', { up_to: 2000 })
  for (const id of [1, 1000, 2000, 1]) await rita.send('POST', `/applications/${id}/unread`)
  expect(await listed()).toEqual([1, 1000, 2000])
  expect(await rows()).toBe(3)
  await rita.get('/applications/1000')
  expect(await listed()).toEqual([1, 2000])
  await rita.send('POST', '/applications/read', { up_to: 1 })
  expect(await listed()).toEqual([2000])
  await rita.send('POST', '/applications/read', { up_to: 2000 })
  expect([await listed(), await rows()]).toEqual([[], 0])
})

test('after any sequence of marks the list, its rows and the notifications agree on what is unread', async () => {
  const count = 5
  await fill(count)
  let unread = new Set(Array.from({ length: count }, (_, n) => n + 1))
  let seed = 20_260_101
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let step = 0; step < 50; step++) {
    const id = next(count) + 1
    const action = ['open', 'unread', 'unread', 'read'][next(4)]!
    if (action === 'open') {
      await rita.get(`/applications/${id}`)
      unread.delete(id)
    } else if (action === 'unread') {
      await rita.send('POST', `/applications/${id}/unread`)
      unread.add(id)
    } else {
      await rita.send('POST', '/applications/read', { up_to: id })
      unread = new Set([...unread].filter((one) => one > id))
    }
    const expected = [...unread].sort((a, b) => a - b)
    const all = (await rita.get('/applications?sort=created_at')).body
    const bell = (await rita.get('/notifications')).body.notifications
    const found = {
      list: await listed(),
      rows: all
        .filter((row: { unread: boolean }) => row.unread)
        .map(({ id }: { id: number }) => id),
      bell: bell.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b),
    }
    expect({ step, action, id, ...found }).toEqual({
      step,
      action,
      id,
      list: expected,
      rows: expected,
      bell: expected,
    })
    expect(await rows()).toBeLessThanOrEqual(count)
  }
})

test('what is read is not scanned to find what is unread', async () => {
  const { sql: text, params } = w.db
    .select({ id: applications.id })
    .from(applications)
    .where(isUnreadBy(reader, applications.id))
    .toSQL()
  const { rows: plan } = await w.db.$client.execute({
    sql: `explain query plan ${text}`,
    args: params as number[],
  })
  const steps = plan.map(({ detail }) => String(detail))
  expect(steps[0]).toMatch(/^SEARCH applications USING .*(row)?id>\?\)$/)
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
})
