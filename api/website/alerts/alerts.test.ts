import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { exchange } from '#api/core/mail/outbox-queue.ts'
import { createLog } from '#api/core/monitoring/log.ts'
import { auditEvents, jobAlertLinks, jobAlerts, outbox, settings } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { endAgain } from './end.ts'
import { askAgain, forgetAlerts } from './worker.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(jobAlerts)
  await w.db.delete(outbox)
})

const log = await createLog('silent')
const tools = { db: w.db, store: w.store, log }
const base = 'https://bread.test'
const services = { db: w.db, mailFrom: 'a@bread.test', publicUrl: base, ownAddress: () => base }

const ask = (changes = {}) =>
  w.visitor.send('POST', '/alerts', { email: 'mira@example.org', cadence: 'daily', ...changes })
/** Takes the mail from the queue, as it is sent, and returns its token. */
const sent = async () => (await exchange(w.db, undefined, { more: true }))?.token ?? ''
const mails = () => w.db.select().from(outbox)
const alerts = () => w.db.select().from(jobAlerts)
const confirm = (token: string) => w.visitor.send('POST', `/alerts/confirm/${token}`)

async function subscribe(changes = {}) {
  await ask(changes)
  const token = await sent()
  await confirm(token)
  return token
}

const age = (days: number) =>
  w.db.run(
    sql`update job_alerts set created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${days} days`})`,
  )

describe('Asking for an alert', () => {
  test('mails a link that confirms it; reading the link changes nothing', async () => {
    await w.newJob({ title: 'Cook', team: 'Kitchen & Bar' })
    const search = '/jobs?team=Kitchen+%26+Bar&type=FULL_TIME'.slice('/jobs'.length)
    const { status, body } = await ask({ search, cadence: 'weekly' })
    expect([status, body]).toEqual([202, ''])
    expect(await mails()).toMatchObject([
      {
        kind: 'alert_confirmation',
        to_address: 'mira@example.org',
        text: expect.stringContaining('Kitchen & Bar, Full time'),
      },
    ])
    const token = await sent()
    const row = {
      email: 'mira@example.org',
      search: 'team=kitchen+%26+bar&type=FULL_TIME',
      label: 'Kitchen & Bar, Full time',
      cadence: 'weekly',
      language: 'en',
      confirmed_at: null,
      keep_until: null,
    }
    expect((await w.visitor.get(`/alerts/${token}`)).body).toMatchObject(row)
    expect(await alerts()).toMatchObject([{ confirmed_at: null, due_on: null }])
    const confirmed = await confirm(token)
    expect([confirmed.status, confirmed.body.confirmed_at]).toEqual([200, expect.any(String)])
    expect((await confirm(token)).body).toMatchObject({
      confirmed_at: confirmed.body.confirmed_at,
    })
  })

  test('twice sends one email, and answers alike for known addresses', async () => {
    const first = await ask()
    const second = await ask({ email: 'MIRA+jobs@example.org' })
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect([await mails(), await alerts()]).toMatchObject([{ length: 1 }, { length: 1 }])
  })

  test('again for a confirmed alert changes nothing about it', async () => {
    await subscribe()
    await w.db.delete(outbox)
    const before = await alerts()
    await ask({ cadence: 'weekly', email: 'mira+else@example.org' })
    expect(await alerts()).toEqual(before)
    expect(await mails()).toMatchObject([{ to_address: 'mira@example.org' }])
  })

  test.each([
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'mira' }, 'email', 'Enter an email address like name@example.com'],
    [{ cadence: 'hourly' }, 'cadence', 'Must be one of daily, weekly'],
    [{ search: 'x'.repeat(4001) }, 'search', 'Must be at most 4000 characters'],
    // In an address, a letter beyond ASCII is three bytes of three characters.
    [
      { search: `q=a&place=${'語'.repeat(300)}&place=${'国'.repeat(300)}` },
      'search',
      'Must be at most 4000 characters',
    ],
  ])('with %j is refused under its field', async (changes, field, message) => {
    const { status, body } = await ask(changes)
    expect([status, body.details]).toEqual([400, [{ path: [field], message }]])
    expect(await alerts()).toEqual([])
  })

  test('shows what was typed, without links or messages in it', async () => {
    await ask({
      search: `q=${encodeURIComponent('win at https://evil.test/ <b>now</b> or lose everything you have')}`,
    })
    const [mail] = await mails()
    expect(mail?.text).not.toMatch(/evil\.test|https:\/\/evil|everything/)
    expect(mail?.html).not.toContain('<b>now')
  })

  test('again has seven days to be confirmed from then on', async () => {
    await ask()
    await age(6)
    await ask()
    await w.db.run(
      sql`update job_alerts set created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-2 days')`,
    )
    await forgetAlerts(tools)
    expect(await alerts()).toHaveLength(1)
  })

  test('has ten alerts a mailbox: the oldest that is not confirmed makes room', async () => {
    const token = await subscribe({ search: 'q=0' })
    for (let n = 1; n <= 10; n++) await ask({ search: `q=${n}` })
    const searches = (await alerts()).map(({ search }) => search)
    expect(searches).toHaveLength(10)
    expect(searches).toContain('q=0')
    expect(searches).toContain('q=10')
    expect(searches).not.toContain('q=1')
    expect((await w.visitor.get(`/alerts/${token}`)).status).toBe(200)
    // Nor more emails than a mailbox may get in a day.
    expect((await mails()).length).toBeLessThanOrEqual(7)
  })

  test('is refused while the setting is off', async () => {
    await w.db.insert(settings).values({ key: 'job_alerts', value: 'false', category: 'jobs' })
    expect((await ask()).status).toBe(403)
    await w.db.delete(settings).where(eq(settings.key, 'job_alerts'))
    expect(await alerts()).toEqual([])
  })

  test('from another site is refused', async () => {
    const headers = { 'Content-Type': 'application/json', Origin: 'https://evil.test' }
    const body = JSON.stringify({ email: 'mira@example.org' })
    const { status } = await w.visitor.raw('/alerts', { method: 'POST', headers, body })
    expect(status).toBe(403)
  })
})

describe('The link of an alert', () => {
  test('changes how often it is mailed, and on which day it is due', async () => {
    const token = await subscribe({ cadence: 'daily' })
    const { status, body } = await w.visitor.send('PUT', `/alerts/${token}`, { cadence: 'weekly' })
    expect([status, body.cadence]).toEqual([200, 'weekly'])
    const [{ due_on } = { due_on: '' }] = await alerts()
    expect(new Date(`${due_on}T00:00:00Z`).getUTCDay()).toBe(1)
  })

  test('ends it with all that is known of the person; then the link is lost', async () => {
    const token = await subscribe()
    expect((await w.visitor.send('POST', `/alerts/${token}`)).status).toBe(204)
    expect([await alerts(), await mails(), await w.db.select().from(jobAlertLinks)]).toEqual([
      [],
      [],
      [],
    ])
    for (const [method, path] of [
      ['GET', `/alerts/${token}`],
      ['POST', `/alerts/${token}`],
      ['POST', `/alerts/confirm/${token}`],
      ['GET', '/alerts/nonsense'],
    ] as const)
      expect((await w.visitor.send(method, path)).status).toBe(404)
  })

  test('ends it for good: a restored backup does not bring it back', async () => {
    const token = await subscribe()
    const [before] = await alerts()
    await w.visitor.send('POST', `/alerts/${token}`)
    await w.db.insert(jobAlerts).values(before!)
    await endAgain(tools)
    expect(await alerts()).toEqual([])
  })
})

describe('Staff', () => {
  test('count alerts, and end those of an address without naming it', async () => {
    await subscribe()
    await ask({ search: 'q=cook' })
    await ask({ email: 'other@example.org' })
    const sam = await w.as('sam')
    expect((await sam.get('/alerts')).body).toEqual({ confirmed: 1, unconfirmed: 2 })
    const erased = await sam.send('POST', '/alerts/erase', { email: 'Mira@example.org' })
    expect([erased.status, erased.body]).toEqual([200, { ended: 2 }])
    expect(await alerts()).toMatchObject([{ email: 'other@example.org' }])
    const events = await w.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'alerts.erased'))
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).not.toMatch(/mira@/i)
  })

  test('end the alerts of a person with the last application, and export them', async () => {
    const job = await w.newJob()
    const [first, second] = [await w.newApplication(job), await w.newApplication(job)]
    await subscribe()
    const rita = await w.as('rita')
    const archive = await rita.raw(`/applications/${first}/person.zip`)
    expect(Buffer.from(await archive.arrayBuffer()).includes('alerts.json')).toBe(true)
    await rita.send('DELETE', `/applications/${first}`)
    expect(await alerts()).toHaveLength(1)
    await rita.send('DELETE', `/applications/${second}`)
    expect(await alerts()).toEqual([])
  })

  test('without the permission see nothing of them', async () => {
    const rita = await w.as('rita')
    expect((await rita.get('/alerts')).status).toBe(403)
    expect((await rita.send('POST', '/alerts/erase', { email: 'a@b.de' })).status).toBe(403)
  })
})

describe('Retention', () => {
  test('ends what nobody has confirmed within seven days', async () => {
    await ask()
    await age(6)
    await forgetAlerts(tools)
    expect(await alerts()).toHaveLength(1)
    await age(8)
    await forgetAlerts(tools)
    expect([await alerts(), await mails()]).toEqual([[], []])
  })

  test('asks once a year, and ends what is not confirmed again', async () => {
    const token = await subscribe()
    expect(await askAgain(services)).toBe(0)
    const inDays = (days: number) =>
      w.db.run(
        sql`update job_alerts set keep_until = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${days} days`})`,
      )
    await inDays(10)
    expect([await askAgain(services), await askAgain(services)]).toEqual([1, 0])
    expect((await mails()).filter(({ text }) => text.includes('/alerts/confirm/'))).toHaveLength(2)
    await confirm(token)
    const [kept] = await alerts()
    expect(Date.parse(kept!.keep_until!)).toBeGreaterThan(Date.now() + 300 * 86_400_000)
    expect(kept!.asked_at).toBeNull()
    await inDays(-1)
    await forgetAlerts(tools)
    expect(await alerts()).toEqual([])
  })

  test('drops links of old emails, but never the newest', async () => {
    await subscribe()
    const [alert] = await alerts()
    await w.db.run(sql`update job_alert_links set created_at = '2020-01-02T00:00:00.000Z'`)
    await w.db.insert(jobAlertLinks).values({
      id: 'f'.repeat(64),
      alert_id: alert!.id,
      created_at: '2020-01-01T00:00:00.000Z',
    })
    await forgetAlerts(tools)
    expect(await w.db.select().from(jobAlertLinks)).toMatchObject([
      { created_at: '2020-01-02T00:00:00.000Z' },
    ])
  })
})
