import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { openDb } from '../../../../db/client.ts'
import {
  applications,
  interviewPeople,
  interviews,
  jobAlerts,
  jobs,
  users,
} from '../../../../db/schema.ts'
import { unless } from '../../kit/scenario.ts'

export type Call = (method: string, path: string, body?: object) => Promise<Answer | null>
type Answer = { status: number; body: Record<string, unknown> }

const lotEveryMs = 8_000
const overdue = '2000-01-01'
const longAgo = '2000-01-01T00:00:00.000Z'
const later = (more: string) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${more})`
const inSeconds = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '')

/** Alerts leave from eight in the morning on: a zone in which it is later, and not yet night. */
const dayZone = (hour = new Date().getUTCHours()) =>
  hour >= 9 && hour < 22 ? 'UTC' : 'Pacific/Auckland'

/**
 * Gives work to all that runs by itself, in lots of rows and addresses of their own: alerts,
 * renewals, reminders, planned pages, bulk actions and their undoing, interviews that end, and
 * webhooks.
 */
export async function startBackground(url: string, call: Call, receiver: string) {
  const db = await openDb(url)
  /** How many different mails each address must get, and may get. */
  const expected = new Map<string, { least: number; most: number }>()
  const pages: { id: number; at: string }[] = []
  const undone: number[] = []
  const rejected: number[] = []
  let lots = 0

  const zone = dayZone()
  await db.run(sql`insert or replace into settings (key, value, category) values
    ('site_time_zone', ${zone}, 'jobs'), ('job_alerts', 'true', 'jobs'),
    ('keep_consent_months', '12', 'privacy')`)
  const [job] = await db
    .insert(jobs)
    .values({
      title: 'Baker',
      description: '<p>Bake.</p>',
      is_active: true,
      first_active_at: '2020-01-01T00:00:00.000Z',
    })
    .returning({ id: jobs.id })
  const job_id = job?.id ?? 0
  const [user] = await db.select({ id: users.id }).from(users).limit(1)
  const user_id = user?.id ?? 0
  const added = await call('POST', '/webhooks', {
    url: receiver,
    events: ['application.received', 'application.decided', 'interview.canceled'],
  })
  if (added?.status !== 201) throw new Error(`No webhook: ${JSON.stringify(added)}`)
  const [last] = await db.all<{ id: number }>(sql`select max(id) as id from ${applications}`)
  const before = last?.id ?? 0

  /** New addresses that get `most` mails, or none: what they are for may not be stored. */
  const addresses = (count: number, kind: string, most = 1) =>
    Array.from({ length: count }, () => {
      const email = `${kind}-${randomUUID()}@example.org`
      expected.set(email, { least: 0, most })
      return email
    })
  const expect = (emails: string[], mails = 1) => {
    for (const email of emails) expected.set(email, { least: mails, most: mails })
  }

  /** Applications, one for each address. */
  async function addApplications(emails: string[], more: object = {}) {
    const rows = emails.map((email) => ({
      job_id,
      first_name: 'Mira',
      last_name: 'Lot',
      email,
      ...more,
    }))
    return (await db.insert(applications).values(rows).returning({ id: applications.id })).map(
      ({ id }) => id,
    )
  }

  async function book(ids: number[], time: ReturnType<typeof later>) {
    const booked = await db
      .insert(interviews)
      .values(
        ids.map((application_id) => ({
          application_id,
          state: 'booked' as const,
          minutes: 30,
          place: 'Room 1',
          time,
          answered_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
          uid: randomUUID(),
          proposed_name: 'Rita',
        })),
      )
      .returning({ id: interviews.id })
    await db.insert(interviewPeople).values(booked.map(({ id }) => ({ interview_id: id, user_id })))
  }

  /** A bulk action; undefined when its answer was lost, so that it may be stored. */
  async function bulk(ids: number[], action: object) {
    const answer = await call('POST', '/applications/bulk', { ids, ...action })
    return answer?.status === 202 ? Number(answer.body.id) : undefined
  }

  /** A decision that candidates would be told of in a minute. */
  const reject = (ids: number[]) => bulk(ids, { action: 'status', status: 'rejected', tell: 'now' })

  async function undo(id: number) {
    for (let tries = 0; tries < 40; tries++) {
      if ((await call('GET', `/bulk/${id}`))?.body.state === 'done') break
      await pause(500)
    }
    return (await call('POST', `/bulk/${id}/undo`))?.status === 202
  }

  async function addLot() {
    const readers = addresses(10, 'alert')
    await db.insert(jobAlerts).values(
      readers.map((email) => ({
        public_id: randomUUID().replaceAll('-', ''),
        email,
        mailbox: email,
        search: '',
        label: '',
        cadence: 'daily' as const,
        language: 'en',
        confirmed_at: longAgo,
        due_on: overdue,
        seen_until: longAgo,
        keep_until: '2099-01-01T00:00:00.000Z',
      })),
    )
    expect(readers)

    const kept = addresses(5, 'renewal')
    await addApplications(kept, { keep_until: inSeconds(10 * 86_400).slice(0, 10) })
    expect(kept)

    const reminded = addresses(2, 'reminder')
    await book(await addApplications(reminded), later('+86415 seconds'))
    expect(reminded)

    const page = await call('POST', '/pages', {
      title: `Planned ${lots}`,
      slug: `planned-${lots}`,
      content: '<p>Soon.</p>',
      publish_at: inSeconds(20),
    })
    if (page?.status === 201)
      pages.push({ id: Number(page.body.id), at: String(page.body.publish_at) })

    const written = addresses(5, 'letter')
    const letter = { action: 'email', subject: 'News', body: 'There is news.' }
    if (await bulk(await addApplications(written), letter)) expect(written)

    // They are told of the decision, and of the interview.
    const ended = addresses(2, 'ended', 2)
    const ids = await addApplications(ended)
    await book(ids, later('+3 days'))
    if (await reject(ids)) {
      rejected.push(...ids)
      expect(ended, 2)
    }

    const spared = addresses(3, 'spared')
    const back = await addApplications(spared)
    const id = await reject(back)
    if (id && (await undo(id))) {
      undone.push(...back)
      expect(spared, 0)
    }
    lots += 1
  }

  let over = false
  const loop = (async () => {
    for (; !over; await pause(lotEveryMs))
      // What the database server stored before it was killed has no answer either.
      await addLot().catch(() => undefined)
  })()

  /** Asked again while the database server is too busy to answer in time. */
  async function count(query: SQL) {
    for (let tried = 1; ; tried++)
      try {
        const row = await db.get<{ n: number }>(sql`select count(*) as n from ${query}`)
        return row?.n ?? 0
      } catch (error) {
        if (tried === 20) throw error
        await pause(500)
      }
  }
  const among = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

  return {
    expected,
    lots: () => lots,
    end() {
      over = true
      return loop
    },
    /** What is left to do, but for what the demo has. */
    async left(): Promise<string[]> {
      const rows = {
        alerts: sql`job_alerts where due_on = ${overdue}`,
        renewals: sql`applications
          where id > ${before} and keep_until is not null and keep_asked_at is null`,
        reminders: sql`interviews where application_id > ${before} and state = 'booked'
          and reminded_at is null and time < ${later('+1 day')}`,
        'planned pages': sql`pages where publish_at is not null`,
        'bulk actions': sql`bulk where state in ('running', 'undoing')`,
        'ends of interviews': sql`interview_endings`,
        deliveries: sql`deliveries where state <> 'delivered'`,
      }
      const faults: string[] = []
      for (const [what, query] of Object.entries(rows)) {
        const n = await count(query)
        faults.push(...unless(n === 0, `${n} ${what} are left`))
      }
      return faults
    },
    /** @param received the `webhook-id` of each delivery that arrived */
    async faults(received: string[]) {
      const published = sql`audit_events where action = 'page.published'`
      let wrong = 0
      for (const { id, at } of pages) {
        const all = await count(sql`${published} and target_id = ${id}`)
        const early = await count(sql`${published} and target_id = ${id} and at < ${at}`)
        if (all !== 1 || early) wrong += 1
      }
      const unsent = await count(sql`deliveries
        where message_id not in (select value from json_each(${JSON.stringify(received)}))`)
      const badlyQueued = await count(sql`applications where id > ${before} and 1 <> (
        select count(*) from deliveries
        where subject = 'application ' || applications.id and event = 'application.received')`)
      const notBack = await count(
        sql`applications where id in ${among(undone)} and status <> 'pending'`,
      )
      const notEnded = await count(
        sql`interviews where application_id in ${among(rejected)} and state <> 'canceled'`,
      )
      db.$client.close()
      return [
        ...unless(lots > 3, `only ${lots} lots of background work`),
        ...unless(undone.length > 0 && rejected.length > 0, 'no bulk action was acknowledged'),
        ...unless(pages.length > 0, 'no page was planned'),
        ...unless(!wrong, `${wrong} planned pages were published early, twice or never`),
        ...unless(!unsent, `${unsent} deliveries to the webhook did not arrive`),
        ...unless(!badlyQueued, `${badlyQueued} applications were not sent to the webhook once`),
        ...unless(!notBack, `${notBack} undone decisions are not back`),
        ...unless(!notEnded, `${notEnded} interviews of rejected people stand`),
      ]
    },
  }
}
