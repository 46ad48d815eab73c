import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#api/core/monitoring/log.ts'
import { calendars, hiringTeams, interviewPeople, interviews, users } from '#db/schema.ts'
import { type Name, type Person, world } from '#scripts/testing/world.ts'

const w = await world({ publicUrl: 'https://bread.test' })
afterAll(() => w.remove())

let rita: Person
let job: number
let application: number
const idOf = async (name: Name) =>
  (
    await w.db
      .select()
      .from(users)
      .where(eq(users.email, `${name}@example.com`))
  )[0]!.id

async function book(
  of: number,
  people: Name[],
  more: Partial<typeof interviews.$inferInsert> = {},
) {
  const [row] = await w.db
    .insert(interviews)
    .values({
      application_id: of,
      state: 'booked',
      time: new Date(Date.now() + 86_400_000).toISOString(),
      minutes: 30,
      place: 'Room 4711',
      uid: `${Math.random()}@x`,
      proposed_name: 'Ada Admin',
      ...more,
    })
    .returning()
  for (const name of people)
    await w.db.insert(interviewPeople).values({ interview_id: row!.id, user_id: await idOf(name) })
  return row!
}

beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  job = await w.newJob({ title: 'Baker' })
  application = await w.newApplication(job)
})

async function make(who = rita, details = false) {
  const { status, body } = await who.send('POST', '/auth/calendar', { details })
  expect(status).toBe(201)
  return body.url.replace('https://bread.test/api', '') as string
}
const read = async (path: string) => {
  const { status, body, headers } = await w.visitor.get(path)
  if (status !== 200) return { status, headers, events: [] }
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
  return { status, headers, text: body as string, events: events.map((one) => new ICAL.Event(one)) }
}

describe('a calendar address', () => {
  test('is made once, stored as a hash, and read without signing in', async () => {
    expect((await rita.get('/auth/calendar')).body).toBeNull()
    const path = await make()
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    expect(JSON.stringify(await w.db.select().from(calendars))).not.toContain(token)
    expect((await rita.get('/auth/calendar')).body).toMatchObject({ details: false })
    const { status, headers } = await read(path)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-store',
    ])
  })

  test('shows job, time and given name only, unless the person chose more', async () => {
    const { time, uid } = await book(application, ['rita'])
    const { events, text } = await read(await make())
    expect(events.map(({ uid, summary }) => [uid, summary])).toEqual([
      [uid, 'Interview: Baker, Mira'],
    ])
    expect(events[0]?.startDate.toJSDate().toISOString()).toBe(
      new Date(Math.floor(Date.parse(time!) / 1000) * 1000).toISOString(),
    )
    expect(text).not.toMatch(/Ostergard|4711|backoffice|mira@/)
    const more = await read(await make(rita, true))
    expect(more.events[0]?.summary).toBe('Interview: Baker, Mira Ostergard')
    expect(more.text).toContain('4711')
  })

  test('has only the person’s own booked interviews of jobs that they review', async () => {
    await book(application, ['ada'])
    await book(application, ['rita'], { state: 'canceled' })
    await book(application, ['rita'], { time: '2020-01-01T00:00:00.000Z' })
    expect((await read(await make())).events).toEqual([])
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: await idOf('mo') })
    await book(application, ['mo'])
    await book(await w.newApplication(await w.newJob()), ['mo'])
    expect((await read(await make(await w.as('mo')))).events).toHaveLength(1)
  })

  test('ends with a new one and with DELETE', async () => {
    const first = await make()
    const second = await make()
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect((await rita.send('DELETE', '/auth/calendar')).status).toBe(204)
    expect((await rita.send('DELETE', '/auth/calendar')).status).toBe(204)
    expect((await read(second)).status).toBe(404)
  })

  test('ends for good with deactivation and with the loss of the right to review', async () => {
    const ada = await w.as('ada')
    const id = await idOf('rita')
    const path = await make()
    await ada.send('PUT', `/users/${id}`, { is_active: false })
    expect((await read(path)).status).toBe(404)
    await ada.send('PUT', `/users/${id}`, { is_active: true })
    expect((await read(path)).status).toBe(404)
    const next = await make(await w.signIn('rita'))
    await ada.send('PUT', `/users/${id}`, { permissions: ['edit_pages'] })
    expect((await read(next)).status).toBe(404)
    const team = `/jobs/${job}/hiring-team`
    const mo = [{ user_id: await idOf('mo') }]
    await ada.send('PUT', team, mo)
    const theirs = await make(await w.as('mo'))
    await ada.send('PUT', team, mo)
    expect((await read(theirs)).status).toBe(200)
    await ada.send('PUT', team, [])
    await ada.send('PUT', team, mo)
    expect((await read(theirs)).status).toBe(404)
  })

  test('is made without a body too', async () => {
    const { status, body } = await rita.send('POST', '/auth/calendar')
    expect([status, body.details]).toEqual([201, false])
  })

  test('is not for those who review nothing, and unknown ones are 404', async () => {
    const pam = await w.as('pam')
    expect((await pam.send('POST', '/auth/calendar', {})).status).toBe(403)
    for (const name of ['x', 'A'.repeat(43), `${'A'.repeat(43)}.`, '..%2f'])
      expect([name, (await w.visitor.get(`/calendar/${name}.ics`)).status]).toEqual([name, 404])
    expect((await w.visitor.get(`/calendar/${'A'.repeat(43)}`)).status).toBe(404)
  })

  test('is limited by address', async () => {
    const limited = await world({ rateLimits: true })
    let status = 0
    let retry: string | null = null
    for (let n = 0; n < 310 && status !== 429; n++) {
      const response = await limited.visitor.get(`/calendar/${'A'.repeat(43)}.ics`)
      status = response.status
      retry = response.headers.get('retry-after')
    }
    expect([status, Number(retry) > 0]).toEqual([429, true])
    await limited.remove()
  })

  test('is redacted in logs', async () => {
    const lines: string[] = []
    const log = await createLog('info', { to: { write: (line) => void lines.push(line) } })
    const token = 'T'.repeat(43)
    log.info({ path: `/api/calendar/${token}.ics` }, 'request')
    log.error({ err: new Error(`GET /api/calendar/${token}.ics failed`) }, 'failed')
    expect(lines.join('')).toContain('/calendar/[redacted].ics')
    expect(lines.join('')).not.toContain(token)
  })
})
