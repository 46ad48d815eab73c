import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { jobVisits, settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'
import { startVisitCounter } from './counter.ts'
import { addVisits } from './rows.ts'

const w = await world()
afterAll(() => w.remove())
let job: number

const setting = (value: 'true' | 'false') =>
  w.db
    .insert(settings)
    .values({ key: 'count_visits', value, category: 'analytics' })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
beforeEach(async () => {
  await w.visits.write()
  await w.db.delete(jobVisits)
  await w.reset()
  await setting('true')
  job = await w.newJob()
})

const view = (source?: string | null, job_id = job) =>
  w.visitor.send('POST', '/visits', { job_id, source })
const apply = async (
  changes: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const body = applicationForm({ job_id: job, ...changes })
  return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body, headers }))
}
const read = async (query = '') => {
  await w.visits.write()
  return (await (await w.as('joe')).get(`/visits${query}`)).body
}
const counted = async () => {
  await w.visits.write()
  return w.db.select().from(jobVisits).orderBy(jobVisits.source)
}
const add = async (changes: { day?: string; job_id?: number; source?: string }) => {
  const visits = { day: await siteToday(w.db), job_id: job, source: '', views: 1, applications: 0 }
  await w.db.batch([addVisits(w.db, { ...visits, ...changes })])
}

test('views and applications are counted by job and source, of all jobs or of one', async () => {
  const other = await w.newJob({ title: 'Miller' })
  await view('LinkedIn')
  await view('linkedin ')
  await view('www.Example.net')
  await view(null, other)
  await apply({ source: 'LinkedIn' })
  const since = daysLater(await siteToday(w.db), -29)
  expect(await read()).toEqual({
    since,
    views: 4,
    applications: 1,
    jobs: [
      { job_id: job, title: 'Baker', views: 3, applications: 1 },
      { job_id: other, title: 'Miller', views: 1, applications: 0 },
    ],
    sources: [
      { source: 'linkedin', views: 2, applications: 1 },
      { source: '', views: 1, applications: 0 },
      { source: 'example.net', views: 1, applications: 0 },
    ],
  })
  expect(await read(`?job_id=${other}`)).toMatchObject({
    views: 1,
    applications: 0,
    sources: [{ source: '', views: 1, applications: 0 }],
  })
})

test('only the days asked for are counted, by the site’s calendar', async () => {
  const today = await siteToday(w.db)
  for (const days of [0, -6, -7, -399]) await add({ day: daysLater(today, days) })
  expect([await read('?days=1'), await read('?days=7'), await read('?days=8')]).toMatchObject([
    { views: 1, since: today },
    { views: 2, since: daysLater(today, -6) },
    { views: 3 },
  ])
  expect(await read('?days=400')).toMatchObject({ views: 4 })
})

test('nothing is counted while the setting is off', async () => {
  await setting('false')
  expect((await view('linkedin')).status).toBe(204)
  expect((await apply({ source: 'linkedin' })).status).toBe(201)
  expect(await counted()).toEqual([])
})

describe('an application', () => {
  test('counts once, however often it is sent', async () => {
    for (const _ of [1, 2, 3])
      expect((await apply({ source: 'x' }, { 'idempotency-key': 'one' })).status).toBe(201)
    expect(await counted()).toMatchObject([{ source: 'x', views: 0, applications: 1 }])
  })

  test('that is refused counts nothing', async () => {
    expect((await apply({ source: 'x', email: 'mira@' })).status).toBe(400)
    expect(await counted()).toEqual([])
  })

  test('without script counts for the utm_source of its page', async () => {
    const referer = `https://jobs.example/jobs/${job}/apply?utm_source=Poster&x=1`
    await apply({}, { referer })
    await apply({}, { referer: 'not an address' })
    expect(await counted()).toMatchObject([
      { source: '', applications: 1 },
      { source: 'poster', applications: 1 },
    ])
  })
})

test('a source that is long or has control characters is shortened, not refused', async () => {
  await apply({ source: `  A\u0000B\n${'x'.repeat(500)}😀` })
  const [row] = await counted()
  expect(row?.source).toBe(`a b ${'x'.repeat(96)}`)
})

test('a view of a job that does not exist changes nothing', async () => {
  expect((await view('x', 987_654)).status).toBe(204)
  expect(await counted()).toEqual([])
})

test('made-up jobs and sources push out no view of a real job', async () => {
  const other = await w.newJob({ title: 'Miller' })
  for (let n = 0; n < 520; n++) await view('x', 900_000 + n)
  for (let n = 0; n < 60; n++) await view(`source ${n}`)
  for (let n = 0; n < 5; n++) await view('linkedin.com', other)
  const rows = await counted()
  const views = (id: number) =>
    rows.filter(({ job_id }) => job_id === id).reduce((sum, row) => sum + row.views, 0)
  expect([views(job), views(other)]).toEqual([60, 5])
  expect(rows.filter(({ job_id }) => job_id === job)).toHaveLength(21)
  expect(rows.find(({ job_id }) => job_id === other)?.source).toBe('linkedin.com')
})

test('invented sources share a row after two hundred, known ones keep theirs', async () => {
  for (let n = 0; n < 205; n++) await add({ source: `source ${n}` })
  await add({ source: 'source 0' })
  const rows = await counted()
  expect(rows.length).toBe(201)
  expect(rows.find(({ source }) => source === 'other')?.views).toBe(5)
  expect(rows.find(({ source }) => source === 'source 0')?.views).toBe(2)
})

test('days older than four hundred are dropped', async () => {
  const today = await siteToday(w.db)
  await add({ day: daysLater(today, -401) })
  await add({ day: daysLater(today, -400) })
  const counter = startVisitCounter(w)
  await counter.write()
  await counter.stop()
  expect((await counted()).map(({ day }) => day)).toEqual([daysLater(today, -400)])
})

test('nothing kept tells who viewed or applied', async () => {
  await view('linkedin')
  await apply({ source: 'linkedin' })
  expect(Object.keys((await counted())[0]!).sort()).toEqual(
    ['applications', 'day', 'job_id', 'source', 'views'].sort(),
  )
  expect(JSON.stringify(await w.applications())).not.toContain('linkedin')
})

test('too many views from one network are refused', async () => {
  const limited = await world({ rateLimits: true })
  const send = () => limited.visitor.send('POST', '/visits', { job_id: 1 })
  const statuses = new Set<number>()
  for (let n = 0; n < 301; n++) statuses.add((await send()).status)
  await limited.remove()
  expect([...statuses]).toEqual([204, 429])
})
