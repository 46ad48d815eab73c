import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { noMailServer } from '#api/core/mail/contract.ts'
import {
  apiTokens,
  applications,
  comments,
  hiringTeams,
  interviewPeople,
  interviews,
  outbox,
  users,
} from '#db/schema.ts'
import { emailOf, type Name, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
const list = async (name: Name) => (await (await w.as(name)).get('/notifications')).body
const kinds = async (name: Name) =>
  (await list(name)).notifications.map(({ kind }: { kind: string }) => kind)
const readTo = (name: Name, notifications_read_to: string) =>
  w.db
    .update(users)
    .set({ notifications_read_to })
    .where(eq(users.email, emailOf(name)))
let failures = 0
const failedEmail = (failed_at = at(1), last_error?: string) =>
  w.db.insert(outbox).values({
    message_id: `<${++failures}@example.com>`,
    to_address: 'mira@example.org',
    subject: 'Your application',
    text: '',
    html: '',
    failed_at,
    last_error,
  })

let id: number
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  for (const name of ['ada', 'rita', 'joe', 'pam', 'uma', 'sam'] as const)
    await readTo(name, at(60))
  id = await w.newApplication(await w.newJob({ title: 'Baker' }), {
    first_name: 'Cleo',
    last_name: 'Marsh',
    created_at: at(5),
  })
})
const comment = async (text: string, by: Name) =>
  (await (await w.as(by)).send('POST', `/applications/${id}/comments`, { text })).body

describe('GET /notifications', () => {
  test('has one’s own API tokens from 14 days before they expire', async () => {
    const people = await w.db.select({ id: users.id, email: users.email }).from(users)
    const idOf = (name: Name) => people.find(({ email }) => email === emailOf(name))!.id
    const day = 86_400_000
    const token = (name: string, owner: Name, inDays: number, created = -90) => ({
      name,
      user_id: idOf(owner),
      hash: name.padEnd(64, '0'),
      scopes: ['pages:read' as const],
      expires_at: new Date(Date.now() + inDays * day).toISOString(),
      created_at: new Date(Date.now() + created * day).toISOString(),
    })
    await w.db
      .insert(apiTokens)
      .values([
        token('near', 'pam', 13.99),
        token('over', 'pam', -1),
        token('far', 'pam', 14.01),
        token('short', 'pam', 5, -1),
        token('other', 'rita', 5),
      ])
    const { unread, notifications } = await list('pam')
    expect(notifications).toMatchObject([
      { kind: 'token', name: 'near', is_unread: true },
      { kind: 'token', name: 'over', is_unread: false },
    ])
    expect(unread).toBe(1)
  })

  test('lists mentions, applications and failed emails, the latest first', async () => {
    await failedEmail(at(2))
    await comment('What do you\nthink, @Ada Admin?', 'rita')
    const { unread, notifications } = await list('ada')
    expect(unread).toBe(3)
    expect(notifications).toMatchObject([
      {
        kind: 'mention',
        is_unread: true,
        application_id: id,
        applicant: 'Cleo Marsh',
        by: 'Rita Reviewer',
        text: 'What do you think, @Ada Admin?',
      },
      { kind: 'email', to_address: 'mira@example.org', subject: 'Your application' },
      { kind: 'application', id, applicant: 'Cleo Marsh', job_title: 'Baker' },
    ])
  })

  test("leaves out other people's mentions and one's own", async () => {
    await comment('@Ada Admin and @Rita Reviewer', 'rita')
    expect(await kinds('rita')).toEqual(['application'])
    expect(await kinds('ada')).toEqual(['mention', 'application'])
  })

  test('lists a mention that an edit added as new', async () => {
    const { id: added } = await comment('What do you think?', 'rita')
    await w.db.update(comments).set({ created_at: at(120) })
    const edit = { text: 'What do you think, @Ada Admin?' }
    await (await w.as('rita')).send('PUT', `/applications/${id}/comments/${added}`, edit)
    expect((await list('ada')).notifications[0]).toMatchObject({ kind: 'mention', is_unread: true })
  })

  test('leaves out applications that the person has opened', async () => {
    await (await w.as('rita')).get(`/applications/${id}`)
    expect(await kinds('rita')).toEqual([])
    expect(await kinds('ada')).toEqual(['application'])
  })

  test('lists what the candidate answered to those who proposed or take part', async () => {
    await w.db.delete(interviews)
    const idOf = async (name: Name) =>
      (
        await w.db
          .select()
          .from(users)
          .where(eq(users.email, emailOf(name)))
      )[0]?.id ?? 0
    const [rita, mo] = [await idOf('rita'), await idOf('mo')]
    await readTo('mo', at(60))
    await (await w.as('rita')).get(`/applications/${id}`)
    const time = new Date(Date.now() + 86_400_000).toISOString()
    const add = async (more: Partial<typeof interviews.$inferInsert>) => {
      const [row] = await w.db
        .insert(interviews)
        .values({
          application_id: id,
          minutes: 30,
          place: 'Room 1',
          uid: `${more.answered_at}`,
          proposed_by: rita,
          proposed_name: 'Rita Reviewer',
          ...more,
        })
        .returning()
      await w.db.insert(interviewPeople).values({ interview_id: row?.id ?? 0, user_id: mo })
    }
    await add({ state: 'booked', time, answered_at: at(2) })
    await add({ state: 'declined', answered_at: at(3), reply: 'Only\nmornings' })
    await add({ state: 'canceled', time, answered_at: at(4) })
    await add({ state: 'proposed' })
    await add({ state: 'declined', answered_at: at(31 * 24 * 60) })
    const common = {
      kind: 'interview',
      is_unread: true,
      application_id: id,
      applicant: 'Cleo Marsh',
      job_title: 'Baker',
      time_zone: 'UTC',
    }
    const answers = [
      { ...common, is_declined: false, time, reply: null, at: expect.any(String) },
      { ...common, is_declined: true, time: null, reply: 'Only mornings' },
    ]
    expect(await list('rita')).toMatchObject({ unread: 2, notifications: answers })
    expect(await kinds('ada')).toEqual(['application'])
    expect(await kinds('mo')).toEqual([])
    await w.db.insert(hiringTeams).values({ job_id: await w.newJob(), user_id: mo })
    expect(await kinds('mo')).toEqual([])
    const [{ job_id } = { job_id: 0 }] = await w.db
      .select({ job_id: applications.job_id })
      .from(applications)
      .where(eq(applications.id, id))
    await w.db.insert(hiringTeams).values({ job_id, user_id: mo })
    expect(await kinds('mo')).toEqual(['interview', 'interview', 'application'])
  })

  test('an email saved because no mail server is set up is no failure', async () => {
    await failedEmail(at(1), noMailServer)
    expect(await kinds('ada')).toEqual(['application'])
    await failedEmail(at(1), 'Mailbox full')
    expect(await kinds('ada')).toEqual(['email', 'application'])
  })

  test('shows applications to reviewers and failed emails to admins only', async () => {
    await failedEmail()
    expect(await kinds('rita')).toEqual(['application'])
    for (const name of ['joe', 'pam', 'uma', 'sam'] as const)
      expect(await list(name)).toEqual({ unread: 0, notifications: [] })
  })

  test('leaves out a mention once the person may not review applications', async () => {
    await comment('@Rita Reviewer', 'ada')
    expect(await kinds('rita')).toEqual(['mention', 'application'])
    const rita = eq(users.email, emailOf('rita'))
    await w.db.update(users).set({ permissions: [] }).where(rita)
    expect(await kinds('rita')).toEqual([])
    await w.db
      .update(users)
      .set({ permissions: ['review_applications'] })
      .where(rita)
  })

  test('lists 50 at most, none older than 30 days', async () => {
    await failedEmail(at(31 * 24 * 60))
    for (let more = 0; more < 55; more++) await failedEmail(at(10 + more))
    const { unread, notifications } = await list('ada')
    expect([unread, notifications.length]).toEqual([50, 50])
    expect(notifications[0]).toMatchObject({ kind: 'application' })
    await w.db.delete(outbox)
    await failedEmail(at(31 * 24 * 60))
    expect(await kinds('ada')).toEqual(['application'])
  })

  test('before the first mark, what is older than the account is read', async () => {
    await w.db
      .update(users)
      .set({ notifications_read_to: null, created_at: at(3) })
      .where(eq(users.email, emailOf('rita')))
    expect(await list('rita')).toMatchObject({ unread: 0, notifications: [{ is_unread: false }] })
  })
})

describe('POST /notifications/read', () => {
  test('marks all as read, for the caller only', async () => {
    expect((await (await w.as('rita')).send('POST', '/notifications/read')).status).toBe(204)
    expect(await list('rita')).toMatchObject({ unread: 0, notifications: [{ is_unread: false }] })
    expect((await list('ada')).unread).toBe(1)
  })

  test('leaves those unread that arrived after the newest one shown', async () => {
    await failedEmail(at(1))
    const ada = await w.as('ada')
    await ada.send('POST', `/notifications/read?until=${at(3)}`)
    expect(await list('ada')).toMatchObject({
      unread: 1,
      notifications: [
        { kind: 'email', is_unread: true },
        { kind: 'application', is_unread: false },
      ],
    })
    await ada.send('POST', '/notifications/read')
    // An older mark, from another tab, takes nothing back.
    await ada.send('POST', `/notifications/read?until=${at(30)}`)
    expect((await list('ada')).unread).toBe(0)
  })

  test('a time in the future does not hide what is still to come', async () => {
    const ada = await w.as('ada')
    await ada.send('POST', '/notifications/read?until=2100-01-01T00:00:00Z')
    await failedEmail(new Date(Date.now() + 1000).toISOString())
    expect((await list('ada')).unread).toBe(1)
  })

  test('an invalid time is refused', async () => {
    const { status } = await (await w.as('rita')).send('POST', '/notifications/read?until=today')
    expect(status).toBe(400)
  })
})
