import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { exchange } from '#api/core/mail/outbox-queue.ts'
import { jobAlerts, jobs, outbox, settings, translations } from '#db/schema.ts'
import { longestStop } from '#scripts/testing/cpu-time.ts'
import { world } from '#scripts/testing/world.ts'
import { firstDue, sendingAt } from './schedule.ts'
import { sendAlerts } from './send.ts'

const w = await world()
afterAll(() => w.remove())
const base = 'https://bread.test'
const services = { db: w.db, mailFrom: 'a@bread.test', publicUrl: base, ownAddress: () => base }
const zone = 'Europe/Berlin'

/** A Wednesday. */
const today = '2030-05-15'
const at = (time: string, day = today) => instantOf(`${day}T${time}:00`, zone)
const iso = (time: string, day = today) => new Date(at(time, day)).toISOString()

beforeEach(async () => {
  await w.reset()
  await w.db.delete(jobAlerts)
  await w.db.delete(outbox)
  await w.db.delete(translations)
  await w.db.delete(settings)
  await w.db.insert(settings).values({ key: 'site_time_zone', value: zone, category: 'jobs' })
})

let number = 0
const alertOf = (changes: Partial<typeof jobAlerts.$inferInsert> = {}) => {
  const name = `reader${++number}@example.org`
  return {
    public_id: String(number).padStart(32, '0'),
    email: name,
    mailbox: name,
    search: '',
    label: '',
    cadence: 'daily' as const,
    language: 'en',
    confirmed_at: iso('08:00', '2030-05-01'),
    due_on: today,
    seen_until: iso('08:00', '2030-05-14'),
    keep_until: '2099-01-01T00:00:00.000Z',
    ...changes,
  }
}
const newAlert = async (changes = {}) => {
  const alert = alertOf(changes)
  await w.db.insert(jobAlerts).values(alert)
  return alert.email
}
const yesterday = { first_active_at: iso('15:00', '2030-05-14') }
const send = (time = at('08:00')) => sendAlerts(services, time)
const mails = () => w.db.select().from(outbox).orderBy(outbox.to_address)
const recipients = async () => (await mails()).map(({ to_address }) => to_address)

describe('The day on which an alert is due', () => {
  test.each([
    ['07:59', { daily: '2030-05-15', weekly: '2030-05-20' }],
    ['08:00', { daily: '2030-05-16', weekly: '2030-05-20' }],
  ])('from %s on a Wednesday', (time, days) => {
    expect(firstDue(at(time), zone)).toEqual(days)
  })

  test('before eight on a Monday is that Monday, and then the next', () => {
    expect(firstDue(at('07:00', '2030-05-20'), zone).weekly).toBe('2030-05-20')
    expect(firstDue(at('08:00', '2030-05-20'), zone).weekly).toBe('2030-05-27')
  })

  test('begins at eight in the zone of the site', () => {
    expect(sendingAt(at('07:59'), zone)).toBeUndefined()
    expect(sendingAt(at('22:00'), zone)).toEqual({
      day: today,
      until: iso('08:00'),
      next: { daily: '2030-05-16', weekly: '2030-05-20' },
    })
  })
})

describe('Alerts', () => {
  test('name the listed jobs that are new, with a link to end them', async () => {
    const id = await w.newJob({ title: 'Baker', location: 'Cork', ...yesterday })
    await w.newJob({ title: 'Old', first_active_at: iso('07:00', '2030-05-14') })
    await w.newJob({ title: 'Later', first_active_at: iso('09:00') })
    await w.newJob({ title: 'Hidden', is_listed: false, ...yesterday })
    await w.newJob({ title: 'Closed', is_active: false, ...yesterday })
    await newAlert()
    expect(await send()).toEqual({ isDone: true, queued: 1 })
    const [mail] = await mails()
    expect(mail).toMatchObject({ kind: 'alert', subject: '1 new position at Company Name' })
    expect(mail?.text).toContain(`Baker (Cork):\n\n${base}/jobs/${id}/apply`)
    expect(mail?.text).toContain(`${base}/jobs`)
    expect(mail?.text).toContain(`${base}/alerts/\u0002`)
    expect(mail?.text).not.toMatch(/Old|Later|Hidden|Closed/)
    expect(await w.db.select().from(jobAlerts)).toMatchObject([
      { due_on: '2030-05-16', seen_until: iso('08:00') },
    ])
    const leased = await exchange(w.db, undefined, { more: true })
    const read = await w.visitor.get(`/alerts/${leased?.token}`)
    expect(read.status).toBe(200)
  })

  test('are not sent before eight, again on the same day, or without new jobs', async () => {
    await newAlert({ search: 'q=baker' })
    await w.newJob({ title: 'Cook', ...yesterday })
    await send(at('07:59'))
    await send()
    await w.newJob({ title: 'Baker', ...yesterday })
    await send(at('23:59'))
    expect(await mails()).toEqual([])
    // What became active after eight is of the next day.
    await w.newJob({ title: 'Baker', first_active_at: iso('10:00') })
    await send(at('08:30', '2030-05-16'))
    await send(at('08:40', '2030-05-16'))
    expect(await mails()).toHaveLength(1)
  })

  test('go to confirmed addresses that are due', async () => {
    await w.newJob(yesterday)
    const daily = await newAlert()
    await newAlert({ confirmed_at: null })
    await newAlert({ due_on: '2030-05-20', cadence: 'weekly' })
    await newAlert({ keep_until: '2020-01-01T00:00:00.000Z' })
    const missed = await newAlert({ due_on: '2030-05-13', cadence: 'weekly' })
    await send()
    expect(await recipients()).toEqual([daily, missed].sort())
    const [, weekly] = await w.db.select().from(jobAlerts).where(sql`cadence = 'weekly'`)
    expect(weekly?.due_on).toBe('2030-05-20')
  })

  test('match the search, as the list of jobs does', async () => {
    await w.newJob({ title: 'Baker', team: 'Kitchen', ...yesterday })
    await w.newJob({ title: 'Clerk', team: 'Office', ...yesterday })
    const kitchen = await newAlert({ search: 'team=kitchen', label: 'Kitchen' })
    const words = await newAlert({ search: 'q=clerk' })
    await newAlert({ search: 'q=pilot' })
    await newAlert({ search: 'team=kitchen&type=PART_TIME' })
    await send()
    const sent = await mails()
    expect(sent.map(({ to_address, text }) => [to_address, /Baker/.test(text)]).sort()).toEqual(
      [
        [kitchen, true],
        [words, false],
      ].sort(),
    )
    expect(sent.map(({ text }) => text).join()).toContain('for: Kitchen.')
    expect(sent.map(({ text }) => text).join()).toContain(`${base}/jobs?team=kitchen`)
  })

  test('are in the language of the reader, with what is translated', async () => {
    await w.db.insert(settings).values({ key: 'site_languages', value: 'de', category: 'jobs' })
    const id = await w.newJob({ title: 'Baker', ...yesterday })
    await w.newJob({ title: 'Cook', ...yesterday })
    await w.db.insert(translations).values({
      kind: 'job',
      subject: String(id),
      language: 'de',
      fields: { title: 'Bäcker' },
      is_published: true,
      base_sha256: '',
    })
    await newAlert({ language: 'de' })
    await send()
    const [mail] = await mails()
    expect(mail?.subject).toBe('2 neue Stellen bei Company Name')
    expect(mail?.text).toContain(`Bäcker:\n\n${base}/de/jobs/${id}/apply`)
    expect(mail?.text).toContain('Cook:')
    expect(mail?.text).toContain(`${base}/de/jobs\n`)
    await w.db.delete(outbox)
    await w.db.insert(settings).values({ key: 'untranslated', value: 'hide', category: 'jobs' })
    await newAlert({ language: 'de' })
    await send()
    expect((await mails())[0]?.text).not.toContain('Cook')
  })

  test('name twenty jobs, and how many more there are', async () => {
    for (let n = 0; n < 23; n++) await w.newJob({ title: `Job ${n}`, ...yesterday })
    await newAlert()
    await send()
    const [mail] = await mails()
    expect(mail?.subject).toContain('23 new positions')
    expect(mail?.text.match(/\/apply/g)).toHaveLength(20)
    expect(mail?.text).toContain('See 3 more positions')
  })

  test('wait while the setting is off', async () => {
    await w.newJob(yesterday)
    await newAlert()
    await w.db.insert(settings).values({ key: 'job_alerts', value: 'false', category: 'jobs' })
    expect(await send()).toEqual({ isDone: true, queued: 0 })
    expect(await mails()).toEqual([])
  })

  test('reach everybody once, whichever of two processes sends them', async () => {
    await w.newJob({ ...yesterday, title: 'Job' })
    for (let n = 0; n < 40; n++) await newAlert({ search: n % 2 ? '' : 'q=job', label: '' })
    const rounds = await Promise.all([send(), send(), send()])
    await send()
    expect(rounds.reduce((sum, { queued }) => sum + queued, 0)).toBeLessThanOrEqual(40)
    const reached = await recipients()
    expect(reached).toHaveLength(40)
    expect(new Set(reached).size).toBe(40)
    expect(await w.db.$count(jobAlerts, sql`due_on <= ${today}`)).toBe(0)
  })

  test('never queue more than fifty, so that other mail leaves soon', async () => {
    await w.newJob(yesterday)
    await w.db.insert(jobAlerts).values(Array.from({ length: 120 }, () => alertOf()))
    const queued: number[] = []
    for (let round = 0; round < 4; round++) {
      queued.push((await send()).queued)
      expect((await send()).queued).toBe(0)
      await w.db.run(sql`update outbox set sent_at = created_at where sent_at is null`)
    }
    expect(queued).toEqual([50, 50, 20, 0])
    const reached = await recipients()
    expect(new Set(reached).size).toBe(120)
  })

  test('of 5,000 readers with their own searches block nobody for long', async () => {
    for (let n = 0; n < 20; n++)
      await w.newJob({ title: `Baker ${n}`, team: `Team ${n}`, ...yesterday })
    for (let from = 0; from < 5000; from += 500)
      await w.db.insert(jobAlerts).values(
        Array.from({ length: 500 }, (_, n) => {
          const own = (from + n) % 500
          return alertOf({ search: `team=${encodeURIComponent(`team ${own}`)}`, label: `${own}` })
        }),
      )
    // Of searches that find something, and those that find nothing: each round is at most 100.
    const longest = await longestStop(Number.POSITIVE_INFINITY, async () => {
      while (!(await send()).isDone)
        await w.db.run(sql`update outbox set sent_at = created_at where sent_at is null`)
    })
    const reached = await recipients()
    expect([reached.length, new Set(reached).size]).toEqual([200, 200])
    expect(await w.db.$count(jobAlerts, sql`due_on <= ${today}`)).toBe(0)
    expect(longest).toBeLessThan(100)
    await w.db.delete(jobs)
  })
})
