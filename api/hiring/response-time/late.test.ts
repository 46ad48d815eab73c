import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openMailer } from '#api/core/mail/mailer.ts'
import { startOutbox } from '#api/core/mail/outbox.ts'
import { applications, hiringTeams, outbox, settings, translations, users } from '#db/schema.ts'
import { mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { emailOf, type World, world } from '#scripts/testing/world.ts'
import { medianResponseTime } from './answer-time.ts'
import { startResponseTimer } from './response-timer.ts'

let w: World
let job: number
let ends: (() => unknown)[] = []
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings)
  await w.db.delete(outbox)
  job = await w.newJob({ title: 'Baker' })
})
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
})

// A Thursday.
const morning = new Date('2026-11-19T09:00:00Z')
const daysAgo = (days: number) => new Date(+morning - days * 86_400_000).toISOString()
/** By the database's clock, which knows nothing of `morning`: a decision waits for 30 days. */
const justDecided = () => new Date().toISOString()

const set = (key: string, value: string) =>
  w.db.insert(settings).values({ key, value, category: 'general' })

async function start(now = morning) {
  const announce = vi.fn(async () => {})
  const timer = startResponseTimer({
    db: w.db,
    log: w.log,
    mailFrom: 'Jobs <jobs@example.org>',
    publicUrl: 'https://bread.test',
    ownAddress: () => '',
    outbox: { wake() {} },
    announce,
    now: () => now,
  })
  ends.push(timer.stop)
  await timer.first
  return announce
}

const apply = (days: number, changes: Partial<typeof applications.$inferInsert> = {}) =>
  w.newApplication(job, { created_at: daysAgo(days), ...changes })

const mails = async (kind: 'still_reading' | 'notice') =>
  w.db.select().from(outbox).where(eq(outbox.kind, kind))

describe('the mail about a late answer', () => {
  test('names the job as the candidate reads it', async () => {
    await set('still_reading', 'true')
    await set('site_languages', 'de')
    const german = { kind: 'job', subject: String(job), language: 'de', base_sha256: 'a' } as const
    await w.db.insert(translations).values({ ...german, fields: { title: 'Bäckerin' } })
    await apply(5, { language: 'de' })
    await start()
    expect((await mails('still_reading'))[0]?.subject).toContain('Bäckerin')
  })

  test('is sent once, only to candidates who have heard nothing', async () => {
    await set('still_reading', 'true')
    const late = await apply(5, { email: 'late@example.org' })
    await apply(1)
    await apply(30)
    await apply(5, { status: 'rejected', told_status: 'rejected', answered_at: daysAgo(1) })
    await apply(5, { answered_at: daysAgo(1) })
    await apply(5, { withdrawn_at: daysAgo(1) })
    const closed = await w.newJob({ deleted_at: daysAgo(1) })
    await w.newApplication(closed, { created_at: daysAgo(5) })
    await start()
    await start()
    const [mail, ...more] = await mails('still_reading')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ application_id: late, to_address: 'late@example.org' })
    expect(mail?.subject).toContain('Baker')
    const [row] = await w.db.select().from(applications).where(eq(applications.id, late))
    expect(row?.still_reading_at).not.toBeNull()
  })

  test('is the same whether nobody has decided, or decided without telling', async () => {
    await set('still_reading', 'true')
    const reviewed_at = justDecided()
    const [undecided, never, held, decidedLater] = [
      await apply(5),
      await apply(5, { status: 'rejected', reviewed_at }),
      await apply(5, { status: 'selected', reviewed_at }),
      await apply(5),
    ] as const
    const pending = {
      held_until: '2100-01-01T00:00:00.000Z',
      next_try_at: '2100-01-01T00:00:00.000Z',
    }
    await w.db.insert(outbox).values({
      application_id: held,
      kind: 'answer',
      tells: 'selected',
      message_id: '<held@x>',
      to_address: 'mira@example.org',
      subject: 'Yes',
      text: 'Yes.',
      html: '<p>Yes.</p>',
      ...pending,
    })
    await start()
    const rita = await w.as('rita')
    await rita.send('PUT', `/applications/${decidedLater}`, { status: 'rejected', tell: 'never' })
    await start()
    const sent = await mails('still_reading')
    const about = sent.map(({ application_id }) => application_id)
    expect(about.toSorted()).toEqual([undecided, never, held, decidedLater].toSorted())
    const references = (await w.applications()).map(({ reference }) => `(reference ${reference})`)
    const texts = sent.map(({ text }) =>
      references.reduce((all, one) => all.replace(one, ''), text),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).not.toMatch(/reading|will hear/)
  })

  test('is not said unless the setting is on', async () => {
    await apply(5)
    await start()
    expect(await mails('still_reading')).toEqual([])
  })

  test('carries a private link, and is not sent to somebody answered in between', async () => {
    await set('still_reading', 'true')
    await apply(5, { email: 'mira@example.org' })
    const decided = await apply(5, { email: 'decided@example.org' })
    await start()
    expect(await mails('still_reading')).toHaveLength(2)
    const rita = await w.as('rita')
    await rita.send('PUT', `/applications/${decided}`, { status: 'rejected', tell: 'never' })
    await w.db
      .update(applications)
      .set({ told_status: 'rejected', answered_at: daysAgo(0) })
      .where(eq(applications.id, decided))

    const server = await mailServer()
    const mailer = openMailer({ url: server.url, from: 'Jobs <jobs@example.org>', folder: '' })
    const times = { pollMs: 20, batchDelayMs: 5, pauseMs: 0 }
    const worker = startOutbox({ db: w.db, mailer, log: w.log, times })
    ends.push(worker.stop, server.close)
    await vi.waitFor(() => expect(server.received).toHaveLength(1), 30_000)
    const text = unfolded(server.received[0] ?? '')
    expect(text).toContain('mira@example.org')
    const [, token] = /https:\/\/bread\.test\/application\/([\w-]{43})/.exec(text) ?? []
    expect((await w.visitor.get(`/candidate/${token}`)).status).toBe(200)
    await start()
    expect(await w.db.$count(outbox, sql`to_address = 'decided@example.org'`)).toBe(0)
    expect(server.received).toHaveLength(1)
  })
})

describe('the mail of the morning', () => {
  test('tells those who get notices how many wait, once a day, also with several instances', async () => {
    await set('notify_email', 'office@example.org')
    await apply(5)
    await apply(5)
    await Promise.all([start(), start()])
    await start(new Date('2026-11-19T15:00:00Z'))
    const [mail, ...more] = await mails('notice')
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to_address: 'office@example.org',
      subject: '2 candidates are waiting for an answer',
    })
    expect(mail?.text).toContain('https://bread.test/backoffice/applications?waiting=true')
    expect(mail?.text).toContain(
      '2 were not answered in time, the first received on 14 November 2026',
    )
    await start(new Date('2026-11-20T09:00:00Z'))
    expect(await mails('notice')).toHaveLength(2)
  })

  test('counts for a member of a hiring team the applications for that job', async () => {
    await set('notify_email', 'office@example.org')
    await apply(5)
    const theirs = await w.newJob()
    const [member] = await w.db
      .select()
      .from(users)
      .where(eq(users.email, emailOf('mo')))
    await w.db.insert(hiringTeams).values({ job_id: theirs, user_id: member!.id, owner: true })
    await start(new Date('2026-11-19T09:00:00Z'))
    // Nobody waits there.
    expect((await mails('notice')).map(({ to_address }) => to_address)).toEqual([
      'office@example.org',
    ])
    await w.newApplication(theirs, { created_at: daysAgo(5) })
    await start(new Date('2026-11-20T09:00:00Z'))
    const later = (await mails('notice')).slice(1)
    expect(later.map(({ to_address, subject }) => [to_address, subject])).toEqual([
      ['office@example.org', '2 candidates are waiting for an answer'],
      [emailOf('mo'), '1 candidate is waiting for an answer'],
    ])
  })

  test('says in one line each how many wait for what and since when, in the time zone of the site', async () => {
    await set('notify_email', 'office@example.org')
    // 14 hours ahead: received at 09:00 UTC is still that day, at 23:00 the next.
    await set('site_time_zone', 'Pacific/Kiritimati')
    for (let n = 0; n < 12; n++) await apply(9 + n)
    await apply(6, { status: 'rejected', reviewed_at: justDecided() })
    await apply(8, { status: 'rejected', told_status: 'rejected', told_at: daysAgo(1) })
    await apply(8, { status: 'rejected', withdrawn_at: daysAgo(1) })
    await w.db
      .update(applications)
      .set({ created_at: '2026-10-29T23:00:00.000Z' })
      .where(eq(applications.created_at, daysAgo(20)))
    await start(new Date('2026-11-18T22:00:00Z'))
    const [mail] = await mails('notice')
    expect(mail?.subject).toBe('13 candidates are waiting for an answer')
    const about = mail?.text.split('\n').filter((line) => /^\d+ w(as|ere) /.test(line))
    expect(about).toEqual([
      '12 were not answered in time, the first received on 30 October 2026.',
      '1 was decided on but not told, received on 13 November 2026.',
    ])
  })

  test('does not come before eight, on a weekend, on a holiday or when nobody waits', async () => {
    await set('notify_email', 'office@example.org')
    await start()
    await apply(5)
    await start(new Date('2026-11-19T07:59:00Z'))
    await start(new Date('2026-11-21T09:00:00Z'))
    await set('holiday_country', 'IE')
    // Saint Stephen's Day, a Saturday in 2026, and Christmas.
    await start(new Date('2026-12-25T09:00:00Z'))
    expect(await mails('notice')).toEqual([])
  })
})

describe('the time until an answer', () => {
  const answered = (created: number, told: number) =>
    w.newApplication(job, {
      created_at: new Date(Date.now() - created * 86_400_000).toISOString(),
      status: 'rejected',
      told_status: 'rejected',
      told_at: new Date(Date.now() - told * 86_400_000).toISOString(),
    })

  const waits = (days: number, changes: Partial<typeof applications.$inferInsert> = {}) =>
    w.newApplication(job, {
      created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
      ...changes,
    })

  test('is the median of the last 90 days, in whole days', async () => {
    for (const days of [1, 2, 9, 3, 3, 3, 2, 8]) await answered(days + 10, 10)
    await answered(12.5, 10)
    expect(await medianResponseTime(w.db)).toBeNull()
    await answered(200, 1)
    expect(await medianResponseTime(w.db)).toBeNull()
    await answered(15, 10)
    expect(await medianResponseTime(w.db)).toBe(3)
  })

  test('counts those who wait with the days they have waited, and messages for nothing', async () => {
    for (const days of [1, 1, 1, 9, 9, 9]) await answered(days + 10, 10)
    for (let n = 0; n < 4; n++) await waits(7.9, { answered_at: new Date().toISOString() })
    expect(await medianResponseTime(w.db)).toBe(8)
    await waits(7.9, { status: 'rejected', reviewed_at: new Date().toISOString() })
    expect(await medianResponseTime(w.db)).toBe(8)
  })

  test('is not shortened by those who have just applied, nor changed by those who withdrew', async () => {
    for (const days of [4, 5, 6, 7, 8, 9]) await answered(days + 10, 10)
    for (let n = 0; n < 5; n++) await waits(0)
    expect(await medianResponseTime(w.db)).toBe(7)
    for (let n = 0; n < 5; n++) await waits(80, { withdrawn_at: new Date().toISOString() })
    expect(await medianResponseTime(w.db)).toBe(7)
  })

  test('is not known while half of them have heard nothing', async () => {
    for (let n = 0; n < 6; n++) await answered(13, 10)
    for (let n = 0; n < 5; n++) await waits(40)
    expect(await medianResponseTime(w.db)).toBe(3)
    await waits(40)
    expect(await medianResponseTime(w.db)).toBeNull()
  })

  test('is written for job pages only while it is shown', async () => {
    await set('answer_time_days', '')
    const shown = async () =>
      (await w.db.select().from(settings).where(eq(settings.key, 'answer_time_days')))[0]?.value
    for (let n = 0; n < 10; n++) await answered(14, 10)
    expect(await start()).not.toHaveBeenCalled()
    expect(await shown()).toBe('')
    await set('show_answer_time', 'true')
    expect(await start()).toHaveBeenCalledOnce()
    expect(await shown()).toBe('4')
    await w.db.update(settings).set({ value: 'false' }).where(eq(settings.key, 'show_answer_time'))
    await start()
    expect(await shown()).toBe('')
  })
})
