import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { en } from '#api/core/words/contract/en.ts'
import { auditEvents, contentVersion, jobs, pages, settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { openAndClose, startJobTimer } from './job-timer.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings)
  joe = await w.as('joe')
})

const [past, today, later] = ['2026-11-21', '2026-11-22', '2026-11-23']
const scheduled = { is_active: false, is_scheduled: true }

async function jobRow(id: number) {
  const [row] = await w.db.select().from(jobs).where(eq(jobs.id, id))
  return row!
}

const events = async (id: number) =>
  (await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id)))
    .filter(({ action }) => action.startsWith('job.'))
    .map(({ action, actor_name, target_name, detail }) => ({
      action,
      actor_name,
      target_name,
      detail,
    }))

const moved = (days: number) => dayIn('UTC', new Date(Date.now() + days * 86_400_000))

describe('openAndClose', () => {
  test('opens what is due, closes what is over, and records both', async () => {
    const opens = await w.newJob({ title: 'Cook', ...scheduled, opens_on: today, closes_on: today })
    const closes = await w.newJob({ title: 'Baker', closes_on: past })
    expect(await openAndClose(w.db, today)).toBe(true)
    const [opened, closed] = [await jobRow(opens), await jobRow(closes)]
    expect(opened).toMatchObject({ is_active: true, is_scheduled: false, closed_at: null })
    expect(opened.first_active_at).not.toBeNull()
    expect(opened.updated_at > opened.created_at).toBe(true)
    expect(closed).toMatchObject({ is_active: false, is_scheduled: false })
    expect(closed.closed_at).not.toBeNull()
    const event = { actor_name: '' }
    expect(await events(opens)).toEqual([
      { ...event, action: 'job.activated', target_name: 'Cook', detail: { is_active: true } },
    ])
    expect(await events(closes)).toEqual([
      { ...event, action: 'job.deactivated', target_name: 'Baker', detail: { is_active: false } },
    ])
  })

  test('changes nothing the second time', async () => {
    const id = await w.newJob({ ...scheduled, opens_on: today })
    await openAndClose(w.db, today)
    const after = await jobRow(id)
    expect(await openAndClose(w.db, today)).toBe(false)
    expect(await jobRow(id)).toEqual(after)
    expect(await events(id)).toHaveLength(1)
  })

  test('leaves all other jobs alone', async () => {
    const ids = [
      await w.newJob({ closes_on: today, opens_on: today }),
      await w.newJob({ is_active: false, opens_on: past, closes_on: past }),
      await w.newJob({ ...scheduled, opens_on: later }),
      await w.newJob({ ...scheduled, opens_on: past, deleted_at: '2026-01-01T00:00:00.000Z' }),
    ]
    const before = await Promise.all(ids.map(jobRow))
    expect(await openAndClose(w.db, today)).toBe(false)
    expect(await Promise.all(ids.map(jobRow))).toEqual(before)
  })

  test('never opens a job whose days passed while no server ran', async () => {
    const id = await w.newJob({ ...scheduled, opens_on: '2026-11-01', closes_on: past })
    await openAndClose(w.db, today)
    const row = await jobRow(id)
    expect(row).toMatchObject({ is_active: false, is_scheduled: false, first_active_at: null })
    expect(await events(id)).toEqual([])
    expect((await w.visitor.get(`/jobs/${id}`)).status).toBe(404)
  })

  test('schedules an open job again once its opening date is ahead: the clock was set back', async () => {
    const id = await w.newJob({ ...scheduled, opens_on: today })
    await openAndClose(w.db, today)
    const { first_active_at } = await jobRow(id)
    await openAndClose(w.db, past)
    expect(await jobRow(id)).toMatchObject({ ...scheduled, first_active_at })
    await openAndClose(w.db, later)
    expect(await jobRow(id)).toMatchObject({ is_active: true, first_active_at })
  })
})

describe('the timer', () => {
  const open = async () =>
    (await w.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.is_active, true))).map(
      ({ id }) => id,
    )

  test('opens at the start, at midnight in the zone, after a jump, and in a new zone', async () => {
    const zone = { key: 'site_time_zone', category: 'general', value: 'Asia/Kathmandu' } as const
    await w.db.insert(settings).values(zone)
    const newJob = (opens_on: string) => w.newJob({ ...scheduled, opens_on })
    const [atStart, atMidnight, afterJump, inNewZone] = [
      await newJob('2026-11-22'),
      await newJob('2026-11-23'),
      await newJob('2026-12-24'),
      await newJob('2026-12-25'),
    ] as [number, number, number, number]
    // Half a second before midnight, which is at 18:15 UTC.
    let clock = Date.parse('2026-11-22T18:14:59.500Z') - Date.now()
    let announced = 0
    const timer = await startJobTimer({
      db: w.db,
      log: w.log,
      now: () => Date.now() + clock,
      announce: async () => void announced++,
    })
    try {
      expect(await open()).toEqual([atStart])
      await vi.waitFor(async () => expect(await open()).toContain(atMidnight), 30_000)
      clock += (31 * 24 + 20) * 3_600_000
      await vi.waitFor(async () => expect(await open()).toContain(afterJump), 30_000)
      await w.db.update(settings).set({ value: 'Pacific/Kiritimati' })
      // 14:15 UTC is 04:15 on the next day there.
      await vi.waitFor(async () => expect(await open()).toContain(inNewZone), 30_000)
      // The jobs are open a moment before that is announced.
      await expect.poll(() => announced).toBe(4)
    } finally {
      await timer.stop()
    }
  })

  test.each([
    // A day of 23 hours, and one of 25.
    ['Europe/Dublin', '2026-03-29', '2026-03-29T00:00:00Z'],
    ['Europe/Dublin', '2026-03-30', '2026-03-29T23:00:00Z'],
    ['Europe/Dublin', '2026-10-25', '2026-10-24T23:00:00Z'],
    ['Europe/Dublin', '2026-10-26', '2026-10-26T00:00:00Z'],
    // Midnight is skipped: the day begins at 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
    // At midnight it is 23:00 once more.
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z'],
    ['Asia/Beirut', '2026-10-25', '2026-10-24T22:00:00Z'],
    // Midnight comes twice: the day begins with the first.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    // The clocks change by half an hour.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00:00Z'],
    // The day itself was skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ])('in %s opens jobs of %s at %s, and closes earlier ones', async (value, day, begin) => {
    await w.db.insert(settings).values({ key: 'site_time_zone', category: 'general', value })
    const opens = await w.newJob({ ...scheduled, opens_on: day })
    const closes = await w.newJob({ closes_on: daysLater(day, -1) })
    let time = Date.parse(begin) - 1
    const timer = await startJobTimer({
      db: w.db,
      log: w.log,
      now: () => time,
      announce: async () => {},
    })
    try {
      expect(await open()).toEqual([closes])
      time++
      await vi.waitFor(async () => expect(await open()).toEqual([opens]), 30_000)
    } finally {
      await timer.stop()
    }
  })

  test('changes jobs once when the first hour of a day is repeated', async () => {
    const zone = { key: 'site_time_zone', category: 'general', value: 'America/Havana' } as const
    await w.db.insert(settings).values(zone)
    const opens = await w.newJob({ ...scheduled, opens_on: '2026-11-01' })
    await w.newJob({ closes_on: '2026-10-31' })
    const changes: [string, number[]][] = []
    // Midnight is at 04:00 and at 05:00.
    for (const at of ['03:59:59', '04:00:00', '04:59:59', '05:00:00', '05:59:59', '06:00:00']) {
      const timer = await startJobTimer({
        db: w.db,
        log: w.log,
        now: () => Date.parse(`2026-11-01T${at}Z`),
        announce: async () => void changes.push([at, await open()]),
      })
      await timer.stop()
    }
    expect(changes).toEqual([['04:00:00', [opens]]])
  })

  test.each([3, -3])(
    'opens and closes by the database’s clock, with its own %d days ahead',
    async (days) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
      // Its own clock says that one has opened already, or that the other has not.
      const opens = await w.newJob({ ...scheduled, opens_on: moved(2 - days) })
      const isOpen = await w.newJob({ opens_on: moved(-2 - days), closes_on: moved(2 - days) })
      const time = new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString()
      const [page] = await w.db
        .insert(pages)
        .values({ title: 'Team', slug: `team${days}`, content: '', publish_at: time })
        .returning()
      const timer = await startJobTimer({ db: w.db, log: w.log, announce: async () => {} })
      try {
        expect(await open()).toEqual([isOpen])
        expect((await jobRow(opens)).is_scheduled).toBe(true)
        expect(await w.db.select().from(pages).where(eq(pages.id, page!.id))).toMatchObject([
          { is_published: false, publish_at: time },
        ])
        expect([...(await events(opens)), ...(await events(isOpen))]).toEqual([])
      } finally {
        await timer.stop()
        vi.useRealTimers()
      }
    },
  )

  test('leaves a job open that another process has opened at midnight a moment before', async () => {
    const id = await w.newJob({ ...scheduled, opens_on: today })
    await openAndClose(w.db, today)
    expect(await openAndClose(w.db, past, today)).toBe(false)
    expect((await jobRow(id)).is_active).toBe(true)
    expect(await openAndClose(w.db, past)).toBe(true)
  })

  test('logs a failing database once, and continues when it is back', async () => {
    w.logged.length = 0
    const id = await w.newJob({ ...scheduled, opens_on: moved(1) })
    let clock = 0
    const now = () => Date.now() + clock
    const timer = await startJobTimer({ db: w.db, log: w.log, announce: async () => {}, now })
    await w.db.$client.execute('alter table content_version rename to away')
    clock = 2 * 86_400_000
    await vi.waitFor(() => expect(w.logged.join()).toContain('jobs not opened'), 30_000)
    // Proves absence: the next round, a second later, logs nothing.
    await new Promise((next) => setTimeout(next, 1100))
    expect(w.logged.map((line) => JSON.parse(line).msg)).toEqual(['jobs not opened and closed'])
    await w.db.$client.execute('alter table away rename to content_version')
    await vi.waitFor(async () => expect((await jobRow(id)).is_active).toBe(true), 30_000)
    await timer.stop()
    expect(await w.db.$count(contentVersion)).toBe(1)
  })
})

describe('a job with dates', () => {
  const post = (job: object) =>
    joe.send('POST', '/jobs', { title: 'Cook', description: '<p>Cook.</p>', ...job })
  const submit = async (job_id: number) => {
    const body = applicationForm({ job_id })
    return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
  }

  test('opens later, whatever is_active says, and is unknown to visitors until then', async () => {
    const opens_on = moved(2)
    const { body: job } = await post({ opens_on, is_active: true })
    expect(job).toMatchObject({ is_active: false, opens_on, first_active_at: null })
    expect(job).not.toHaveProperty('is_scheduled')
    expect((await w.visitor.get(`/jobs/${job.id}`)).status).toBe(404)
    expect((await w.visitor.get(`/jobs/${job.id}/similar`)).status).toBe(404)
    const same = await joe.send('PUT', `/jobs/${job.id}`, job)
    expect(same.body).toMatchObject({ is_active: false, opens_on })
    expect((await jobRow(job.id)).is_scheduled).toBe(true)
    const opened = await joe.send('POST', `/jobs/${job.id}/activate`)
    expect(opened.body).toMatchObject({ is_active: true, opens_on: null })
    expect(opened.body.first_active_at > job.created_at).toBe(true)
  })

  test('is not active once its last day has passed, until activated', async () => {
    const { body: job } = await post({ closes_on: moved(-2) })
    expect(job).toMatchObject({ is_active: false, closes_on: moved(-2), first_active_at: null })
    const opened = await joe.send('PUT', `/jobs/${job.id}`, { is_active: true })
    expect(opened.body).toMatchObject({ is_active: true, closes_on: null })
    const put = { is_active: true, closes_on: moved(-2) }
    const closed = await joe.send('PUT', `/jobs/${job.id}`, put)
    expect(closed.body.is_active).toBe(false)
    expect((await w.visitor.get(`/jobs/${job.id}`)).body).toEqual({
      error: 'Job not found',
      closed_on: moved(-2),
    })
  })

  test('closed now keeps its last day and forgets its opening', async () => {
    const { body: job } = await post({ opens_on: moved(2), closes_on: moved(9) })
    const { body } = await joe.send('POST', `/jobs/${job.id}/deactivate`)
    expect(body).toMatchObject({ is_active: false, opens_on: null, closes_on: moved(9) })
    expect((await jobRow(job.id)).is_scheduled).toBe(false)
  })

  test('says in 410 on which day it was closed, in the zone of the site', async () => {
    const kiritimati = { key: 'site_time_zone', category: 'general', value: 'Pacific/Kiritimati' }
    await w.db.insert(settings).values(kiritimati as typeof settings.$inferInsert)
    const id = await w.newJob({ closes_on: moved(9) })
    const { closed_at } = (await joe.send('POST', `/jobs/${id}/deactivate`)).body
    expect((await w.visitor.get(`/jobs/${id}`)).body).toEqual({
      error: 'Job not found',
      closed_on: dayIn('Pacific/Kiritimati', new Date(closed_at)),
    })
  })

  test('opens, closes and says its day in UTC when the time zone of the site is unknown', async () => {
    const zone = { key: 'site_time_zone', category: 'general', value: 'Mars/Olympus_Mons' } as const
    await w.db.insert(settings).values(zone)
    const id = await w.newJob({ closes_on: moved(0) })
    expect((await submit(id)).status).toBe(201)
    await joe.send('POST', `/jobs/${id}/deactivate`)
    const { status, body } = await w.visitor.get(`/jobs/${id}`)
    expect([status, body.closed_on]).toEqual([410, moved(0)])
  })

  const lastDay = () => ({ closes_on: dayIn('Pacific/Pago_Pago') })
  test.each([
    ['its last day was yesterday in UTC', () => ({ closes_on: moved(-1) }), 'UTC', 409],
    ['it opens tomorrow', () => ({ opens_on: moved(1) }), 'UTC', 409],
    ['its last day is today', () => ({ closes_on: moved(0), opens_on: moved(0) }), 'UTC', 201],
    // At any time it is still yesterday at -11 h or already tomorrow at +14 h, or both.
    ['its last day has not ended in Pago Pago', lastDay, 'Pacific/Pago_Pago', 201],
    ['its last day has ended on Kiritimati', lastDay, 'Pacific/Kiritimati', 409],
  ])(
    'takes no application before and after its days, even before the timer: %s',
    async (_, dates, timeZone, status) => {
      const zone = { key: 'site_time_zone', category: 'general', value: timeZone } as const
      await w.db.insert(settings).values(zone)
      const id = await w.newJob(dates())
      const response = await submit(id)
      expect(response.status).toBe(status)
      expect(await w.applications()).toHaveLength(status === 201 ? 1 : 0)
      if (status === 409) expect(response.body.error).toBe(en.errors.jobClosed)
    },
  )

  test('that closes by its date at the last moment takes no application', async () => {
    const id = await w.newJob()
    const { save } = w.store
    w.store.save = async (staged) => {
      await w.db.update(jobs).set({ closes_on: moved(-1) })
      return save(staged)
    }
    try {
      expect((await submit(id)).status).toBe(409)
    } finally {
      w.store.save = save
    }
    expect([await w.applications(), await w.files()]).toEqual([[], []])
  })
})

describe('GET /jobs/:id/similar', () => {
  const titles = async (id: number) =>
    (await w.visitor.get(`/jobs/${id}/similar`)).body.map(({ title }: { title: string }) => title)

  test('has the same team first, then words of the title, then the newest, all of them open', async () => {
    const id = await w.newJob({
      title: 'Senior Baker and Miller',
      team: 'Bakery',
      is_active: false,
      first_active_at: '2026-01-01T00:00:00.000Z',
    })
    await w.newJob({ title: 'Oldest', created_at: '2026-01-01T00:00:00.000Z', description: 'x' })
    await w.newJob({ title: 'Newest', created_at: '2026-02-01T00:00:00.000Z', description: 'x' })
    expect(await titles(id)).toEqual(['Newest', 'Oldest'])
    await w.newJob({ title: 'Night Baker', created_at: '2025-01-01T00:00:00.000Z' })
    expect(await titles(id)).toEqual(['Night Baker', 'Newest', 'Oldest'])
    await w.newJob({ title: 'Driver', team: 'bakery', created_at: '2025-01-01T00:00:00.000Z' })
    await w.newJob({ title: 'Closed Baker', team: 'Bakery', is_active: false })
    expect(await titles(id)).toEqual(['Driver', 'Night Baker', 'Newest'])
  })

  test('leaves out the job itself, and is 404 for an unknown one', async () => {
    const id = await w.newJob()
    expect(await titles(id)).toEqual([])
    expect((await w.visitor.get('/jobs/4711/similar')).status).toBe(404)
  })
})
