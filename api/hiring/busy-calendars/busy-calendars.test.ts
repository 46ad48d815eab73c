import type { RequestListener, ServerResponse } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSecrets } from '#api/core/environment/secrets.ts'
import { createOutbound } from '#api/core/outbound/outbound.ts'
import { auditEvents, busyCalendars as table, users } from '#db/schema.ts'
import { interviewsWorld, token } from '#scripts/testing/fixtures/interviews.ts'
import { tlsServer } from '#scripts/testing/tls-server.ts'
import type { Name, Person } from '#scripts/testing/world.ts'
import { createBusyCalendars } from './busy-calendars.ts'
import { calendarProblems } from './contract.ts'

/** What the server of calendars does at each path. */
const pages = new Map<string, string | RequestListener>()
let reads: string[] = []
const server = await tlsServer((request, response) => {
  const path = request.url ?? ''
  reads.push(path)
  const page = pages.get(path)
  if (typeof page === 'function') page(request, response)
  else response.writeHead(page === undefined ? 404 : 200).end(page)
})
const outbound = createOutbound({ allowedHosts: [server.host], ca: server.ca })
const secrets = createSecrets({ key: 's'.repeat(43) })
/** Long enough for a busy machine. */
const maxWaitMs = { proposal: 60_000, screen: 60_000, candidate: 60_000 }
const busyCalendars = createBusyCalendars({ maxWaitMs })
const { reset, w, hours, at, propose, pick, state } = await interviewsWorld({
  outbound,
  secrets,
  busyCalendars,
})
afterAll(() => server.close())

let rita: Person
let ids: Record<Name, number>
beforeEach(async () => {
  ;({ rita, ids } = await reset())
  pages.clear()
  reads = []
})
afterEach(() => vi.useRealTimers())

const stamp = (time: string) => time.replaceAll(/[-:]|\.\d+/g, '')
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\n${events.join('')}END:VCALENDAR\r\n`
const event = (lines: string[], uid = 'one') =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Dentist\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\n`
const between = (start: string, end: string, uid?: string) =>
  event([`DTSTART:${stamp(start)}`, `DTEND:${stamp(end)}`], uid)

const url = (path: string) => server.url + path
const give = async (who: Person, path: string) => {
  const { status, body } = await who.send('PUT', '/auth/busy-calendar', { url: url(path) })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const own = async (who: Person) => (await who.get('/auth/busy-calendar')).body
const people = async () => (await rita.get(at('people'))).body
const offered = async () => (await w.visitor.get(`/candidate/${token}`)).body.interviews[0].times
const minutesLater = (count: number) => vi.setSystemTime(Date.now() + count * 60_000)

describe('the address of a calendar', () => {
  test('is read, sealed and never shown again', async () => {
    pages.set('/secret.ics', calendar())
    expect(await own(rita)).toBe(null)
    const saved = await give(rita, '/secret.ics')
    expect(saved).toEqual({ host: 'localhost', read_at: expect.any(String), failure: null })
    expect(await own(rita)).toEqual(saved)
    expect(await own(await w.as('ada'))).toBe(null)
    const [row] = await w.db.select().from(table)
    expect(JSON.stringify(row)).not.toContain('secret')
    const events = await w.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'busy_calendar.saved'))
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain('localhost')
    expect(w.logged.join()).not.toContain('secret.ics')
  })

  test('may begin with webcal, is replaced and removed', async () => {
    pages.set('/one.ics', calendar()).set('/two.ics', calendar())
    const webcal = url('/one.ics').replace('https', 'webcal')
    expect((await rita.send('PUT', '/auth/busy-calendar', { url: webcal })).status).toBe(200)
    await give(rita, '/two.ics')
    expect(await w.db.$count(table)).toBe(1)
    for (const _ of 'ab')
      expect((await rita.send('DELETE', '/auth/busy-calendar')).status).toBe(204)
    expect(await own(rita)).toBe(null)
  })

  test('goes with the account, and does not count while it is deactivated', async () => {
    pages.set('/a.ics', calendar(between(hours(40), hours(60))))
    const ada = await w.as('ada')
    await give(ada, '/a.ics')
    await propose()
    expect(await offered()).toEqual([hours(72)])
    await w.db.update(users).set({ is_active: false }).where(eq(users.id, ids.ada))
    expect(await offered()).toEqual([hours(48), hours(72)])
    await w.db.delete(users).where(eq(users.id, ids.ada))
    expect(await w.db.$count(table)).toBe(0)
  })

  test('sealed with another key or copied to another person reads as none', async () => {
    pages.set('/a.ics', calendar(between(hours(40), hours(60))))
    await give(rita, '/a.ics')
    await w.db.update(table).set({ user_id: ids.ada })
    const ada = await w.as('ada')
    expect(await own(ada)).toMatchObject({ host: 'localhost', failure: 'locked' })
    await propose()
    expect(await offered()).toEqual([hours(48), hours(72)])
    expect((await people()).find((one: { id: number }) => one.id === ids.ada)).toMatchObject({
      calendar: 'unread',
    })
  })

  const answers =
    (status: number, headers = {}) =>
    (_: unknown, response: ServerResponse) =>
      void response.writeHead(status, headers).end()
  test.each<[string, string | RequestListener, keyof typeof calendarProblems]>([
    ['a web page', '<!doctype html><title>Sign in</title>', 'no_calendar'],
    ['nothing', '', 'no_calendar'],
    ['a redirect', answers(302, { location: 'https://127.0.0.1/' }), 'redirects'],
    ['401', answers(401), 'sign_in'],
    ['403', answers(403), 'sign_in'],
    ['404', answers(404), 'missing'],
    ['500', answers(500), 'status'],
    ['6 MB', `BEGIN:VCALENDAR\r\n${'X'.repeat(6e6)}`, 'too_large'],
    ['a lost connection', ({ socket }) => void socket.destroy(), 'broken'],
    [
      'too many events',
      calendar(
        ...Array.from({ length: 5_001 }, (_, n) => between(hours(1 + n / 60), hours(2 + n / 60))),
      ),
      'too_complex',
    ],
  ])('at which there is %s is refused at its field', async (_, page, failure) => {
    pages.set('/page', page)
    const { status, body } = await rita.send('PUT', '/auth/busy-calendar', { url: url('/page') })
    const message = calendarProblems[failure]
    expect([status, body]).toEqual([400, { error: message, details: [{ path: ['url'], message }] }])
    expect(await own(rita)).toBe(null)
  })

  test.each([
    ['https://10.0.0.1/a.ics', calendarProblems.inside],
    ['https://localhost/a.ics', calendarProblems.inside],
    ['https://[::ffff:127.0.0.1]/a.ics', calendarProblems.inside],
    ['https://me:secret@example.com/a.ics', calendarProblems.address],
    ['http://example.com/a.ics', 'Enter an address that begins with https:// or webcal://'],
    ['calendar', 'Enter an address that begins with https:// or webcal://'],
    ['', 'Enter the address of your calendar'],
    [`https://example.com/${'a'.repeat(2_000)}`, 'Must be at most 2000 characters'],
    [
      `https://example.com/${'é'.repeat(1_500)}`,
      'Enter an address that begins with https:// or webcal://',
    ],
  ])('%.40s is refused without a request', async (given, message) => {
    const { status, body } = await rita.send('PUT', '/auth/busy-calendar', { url: given })
    expect([status, body.error]).toEqual([400, message])
    expect(reads).toEqual([])
  })

  test('of the longest length fits', async () => {
    const path = `/${'a'.repeat(2_000 - server.url.length - 1)}`
    pages.set(path, calendar())
    await give(rita, path)
  })
})

describe('busy hours', () => {
  test('are shown to those who propose, without titles, and not offered', async () => {
    pages.set(
      '/rita.ics',
      calendar(between(hours(48), hours(49)), between(hours(48.5), hours(50), 'two')),
    )
    await give(rita, '/rita.ics')
    const all = await people()
    expect(all.find((one: { id: number }) => one.id === ids.rita)).toMatchObject({
      calendar: 'read',
      busy: [{ interview_id: null, time: hours(48), minutes: 120, state: 'busy' }],
    })
    expect(all.find((one: { id: number }) => one.id === ids.ada)).toMatchObject({
      calendar: 'none',
      busy: [],
    })
    expect(JSON.stringify(all)).not.toContain('Dentist')
    const interview = await propose()
    expect(interview.conflicts).toMatchObject([
      { user_id: ids.rita, time: hours(48), state: 'busy' },
    ])
    const [mail] = await w.db.all<{ text: string }>(
      sql`select text from outbox order by id desc limit 1`,
    )
    expect(mail?.text.match(/\d\d:\d\d–/g)).toHaveLength(1)
    expect(await offered()).toEqual([hours(72)])
    const refused = await pick(interview, 0)
    expect([refused.status, refused.body.times]).toEqual([409, [hours(72)]])
    expect(refused.body.error).toMatch(/has been taken/)
    expect((await pick(interview, 1)).status).toBe(200)
  })

  test('are read every five minutes, once for all that ask', async () => {
    pages.set('/a.ics', calendar())
    await give(rita, '/a.ics')
    const interview = await propose()
    expect(await offered()).toEqual([hours(48), hours(72)])
    pages.set('/a.ics', calendar(between(hours(47), hours(49))))
    expect(await offered()).toEqual([hours(48), hours(72)])
    expect(reads).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['Date'] })
    minutesLater(5)
    const both = await Promise.all([offered(), people(), offered()])
    expect(both[0]).toEqual([hours(72)])
    expect(reads).toHaveLength(2)
    expect((await pick(interview, 0)).status).toBe(409)
  })

  test('that can no longer be read count for an hour, and then block nothing', async () => {
    pages.set('/a.ics', calendar(between(hours(48), hours(49))))
    await give(rita, '/a.ics')
    const interview = await propose()
    const calendarOfRita = async () =>
      (await people()).find((one: { id: number }) => one.id === ids.rita).calendar
    pages.delete('/a.ics')
    vi.useFakeTimers({ toFake: ['Date'] })
    minutesLater(6)
    expect(await offered()).toEqual([hours(72)])
    expect(await calendarOfRita()).toBe('unread')
    expect(await own(rita)).toMatchObject({ failure: 'missing' })
    expect(reads).toHaveLength(2)
    minutesLater(55)
    expect(await offered()).toEqual([hours(48), hours(72)])
    expect((await pick(interview, 0)).status).toBe(200)
    pages.set('/a.ics', calendar())
    minutesLater(2)
    expect(await calendarOfRita()).toBe('read')
    expect(await own(rita)).toMatchObject({ failure: null })
  })

  test('of a server that hangs keep a candidate waiting for a short time only', async () => {
    pages.set('/a.ics', calendar(between(hours(48), hours(49))))
    await give(rita, '/a.ics')
    await propose()
    pages.set('/a.ics', () => {})
    vi.useFakeTimers({ toFake: ['Date'] })
    minutesLater(90)
    const usual = maxWaitMs.candidate
    maxWaitMs.candidate = 100
    const times = await offered()
    maxWaitMs.candidate = usual
    expect(times).toEqual([hours(48), hours(72)])
  })

  test('are those of other things than the interview itself', async () => {
    const interview = await propose()
    await pick(interview, 0)
    const { uid } = await state(interview.id)
    pages.set(
      '/rita.ics',
      calendar(between(hours(48), hours(48.75), uid), between(hours(48), hours(48.75), 'copy')),
    )
    await give(rita, '/rita.ics')
    const [found] = (await rita.get(at())).body
    expect(found.conflicts).toEqual([])
    const mine = (await people()).find((one: { id: number }) => one.id === ids.rita)
    expect(mine.busy.map((one: { state: string }) => one.state)).toEqual(['booked'])
  })

  test('count in both zones of two interviewers, across a change of clocks', async () => {
    const ada = await w.as('ada')
    // Clocks of Europe go forward on the last Sunday of March, those of New York two weeks before.
    const changeIn = (year: number) => {
      const last = new Date(Date.UTC(year, 2, 31))
      return last.getTime() - last.getUTCDay() * 86_400_000
    }
    const year = new Date().getUTCFullYear()
    const [change = 0] = [year, year + 1].map(changeIn).filter((day) => day > Date.now() + 4e8)
    const on = (days: number, hour: number) =>
      new Date(change + days * 86_400_000 + hour * 3_600_000).toISOString()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Math.max(Date.now(), change - 60 * 86_400_000))
    const later = Math.floor(Date.now() / 1000)
    await w.db.run(sql`update sessions set created_at = ${later}, expires_at = ${later} + 86400`)
    const weekly = (zone: string, start: string) =>
      event([
        `DTSTART;TZID=${zone}:${start}T090000`,
        `DTEND;TZID=${zone}:${start}T100000`,
        'RRULE:FREQ=WEEKLY;BYDAY=MO',
      ])
    pages.set('/rita.ics', calendar(weekly('W. Europe Standard Time', '20200106')))
    pages.set('/ada.ics', calendar(weekly('America/New_York', '20200106')))
    await give(rita, '/rita.ics')
    await give(ada, '/ada.ics')
    // Berlin: at 8 before and at 7 after, in UTC. New York: at 14 before its change, then at 13.
    const free = [on(-20, 13), on(-6, 7), on(-6, 14), on(1, 8), on(1, 14)]
    const taken = [on(-20, 14), on(-6, 8), on(-6, 13), on(1, 7), on(1, 13)]
    await propose({ times: [...free, ...taken], minutes: 60 })
    expect(await offered()).toEqual(free)
  })
})
