import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { applications, auditEvents, hiringTeams, jobs, shares, users } from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let job: number
let mira: number
let nora: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  job = await w.newJob({ title: 'Baker' })
  mira = await w.newApplication(job)
  nora = await w.newApplication(job, { first_name: 'Nora', email: 'nora@example.org' })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const share = (ids: number[], by = rita, more = {}) =>
  by.send('POST', '/shares', { ids, name: 'Dr. Vogt', expires_at: inDays(7), ...more })
const tokenOf = ({ body }: { body: { url: string } }) => body.url.split('/').at(-1)
const open = (token: string | undefined, query = '') => w.visitor.get(`/shared/${token}${query}`)
const idOf = async (email: string) =>
  (await w.db.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]!.id

test('a link shows what the chosen candidates sent, and nothing that staff wrote', async () => {
  await rita.send('PUT', `/applications/${mira}`, { notes: '<p>too expensive</p>' })
  const made = await share([nora, mira])
  expect([made.status, made.body.url]).toEqual([201, expect.stringMatching(/\/shared\/[\w-]{43}$/)])
  const { status, body } = await open(tokenOf(made))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Dr. Vogt',
    applications: [
      { number: 1, first_name: 'Nora', job_title: 'Baker' },
      { number: 2, first_name: 'Mira' },
    ],
    shown: { number: 1, first_name: 'Nora', answers: [] },
  })
  const second = await open(tokenOf(made), '?candidate=2')
  expect(second.body.shown.first_name).toBe('Mira')
  expect(JSON.stringify(second.body)).not.toMatch(/expensive|@example|status|\+45/)
  expect((await open(tokenOf(made), '?candidate=3')).status).toBe(404)
})

test('each view is counted, and recorded with the name of the link', async () => {
  const made = await share([mira])
  const token = tokenOf(made)
  await open(token)
  await open(token)
  const { body } = await rita.get('/shares')
  expect(body).toMatchObject([
    { views: 2, has_ended: false, applications: [{ id: mira, views: 2, first_name: 'Mira' }] },
  ])
  const events = await w.db
    .select({ action: auditEvents.action, by: auditEvents.actor_name })
    .from(auditEvents)
    .where(eq(auditEvents.target_id, mira))
  const by = `Dr. Vogt (shared link ${made.body.id})`
  expect(events.filter(({ action }) => action === 'application.viewed_by_link')).toEqual([
    { action: 'application.viewed_by_link', by },
  ])
  const activity = (await rita.get(`/applications/${mira}/activity`)).body
  expect(activity).toContainEqual(expect.objectContaining({ kind: 'viewed_by_link', by }))
})

test('a link ends when it is revoked, at its time, and for what its maker may no longer review', async () => {
  const [revoked, expired, demoted] = await Promise.all([
    share([mira]),
    share([mira]),
    share([mira]),
  ])
  await rita.send('DELETE', `/shares/${revoked.body.id}`)
  expect((await open(tokenOf(revoked))).status).toBe(404)
  expect((await rita.send('DELETE', `/shares/${revoked.body.id}`)).status).toBe(404)
  await w.db
    .update(shares)
    .set({ expires_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')` })
    .where(eq(shares.id, expired.body.id))
  expect((await open(tokenOf(expired))).status).toBe(404)
  const listed = (await rita.get('/shares')).body as { id: number; ending: string | null }[]
  expect(new Map(listed.map(({ id, ending }) => [id, ending]))).toEqual(
    new Map([
      [revoked.body.id, 'revoked'],
      [expired.body.id, 'expired'],
      [demoted.body.id, null],
    ]),
  )
  expect((await open(tokenOf(demoted))).status).toBe(200)
  await w.db.update(users).set({ permissions: [] }).where(eq(users.email, 'rita@example.com'))
  expect((await open(tokenOf(demoted))).status).toBe(404)
})

test('a link whose maker may no longer sign in has ended in the list too', async () => {
  const made = await share([mira])
  const ada = await w.as('ada')
  const list = async () => (await ada.get('/shares')).body
  expect(await list()).toMatchObject([{ has_ended: false, ending: null }])
  await w.db.update(users).set({ is_active: false }).where(eq(users.email, 'rita@example.com'))
  expect((await open(tokenOf(made))).status).toBe(404)
  expect(await list()).toMatchObject([{ has_ended: true, ending: 'deactivated' }])
  // Otherwise it would work again with the account.
  expect((await ada.send('DELETE', `/shares/${made.body.id}`)).status).toBe(204)
  expect(await list()).toMatchObject([{ has_ended: true, ending: 'revoked' }])
  await w.db.update(users).set({ is_active: true }).where(eq(users.email, 'rita@example.com'))
  expect((await open(tokenOf(made))).status).toBe(404)
})

test('an application leaves the link when it is withdrawn or erased, and the link ends with the last', async () => {
  const made = await share([mira, nora])
  await w.db
    .update(applications)
    .set({ withdrawn_at: inDays(0) })
    .where(eq(applications.id, mira))
  expect((await open(tokenOf(made))).body.applications).toMatchObject([{ number: 2 }])
  await rita.send('DELETE', `/applications/${nora}`)
  expect((await open(tokenOf(made))).status).toBe(404)
  await rita.send('DELETE', `/applications/${mira}`)
  expect(await w.db.$count(shares)).toBe(0)
})

test('a member shares the applications of their jobs only, and sees only such links', async () => {
  const mo = await w.as('mo')
  const other = await w.newApplication(await w.newJob())
  expect((await share([mira], mo)).status).toBe(403)
  await w.db.insert(hiringTeams).values({ job_id: job, user_id: await idOf('mo@example.com') })
  expect((await share([mira], mo)).status).toBe(201)
  const refused = await share([mira, other], mo)
  expect([refused.status, refused.body.details[0].path]).toEqual([400, ['ids']])
  await share([other])
  const mixed = await share([mira, other])
  expect((await mo.get('/shares')).body).toHaveLength(1)
  expect((await mo.send('DELETE', `/shares/${mixed.body.id}`)).status).toBe(404)
})

test('a link works for thirty days at most, and needs a time ahead', async () => {
  for (const [days, status] of [
    [30, 201],
    [31, 400],
    [-1, 400],
  ] as const)
    expect((await share([mira], rita, { expires_at: inDays(days) })).status).toBe(status)
  expect((await share([4711])).status).toBe(400)
})

test('a resume is answered to the script of the page, never to a browser that opens its address', async () => {
  const body = applicationForm({ job_id: job, resume: resumeFile('mira.pdf') })
  await w.visitor.raw('/applications/submit', { method: 'POST', body })
  const [last] = await w.db.select({ id: sql<number>`max(id)` }).from(applications)
  const token = tokenOf(await share([last!.id]))
  const ask = (headers: Record<string, string>) =>
    w.visitor.raw(`/shared/${token}/1/resume`, { headers })
  const fetched = await ask({ 'sec-fetch-dest': 'empty' })
  expect(fetched.status).toBe(200)
  expect(Object.fromEntries(fetched.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': 'inline',
    'content-type': 'application/pdf',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  for (const dest of ['document', 'iframe', 'embed', 'object'])
    expect((await ask({ 'sec-fetch-dest': dest })).status).toBe(404)
  expect((await w.visitor.raw(`/shared/${token}/2/resume`)).status).toBe(404)
})

test('guesses of addresses are limited, and the database has no address', async () => {
  const token = tokenOf(await share([mira]))
  const [row] = await w.db.select().from(shares)
  expect(JSON.stringify(row)).not.toContain(token)
  const limited = await world({ rateLimits: true })
  try {
    const statuses = new Set<number>()
    for (let at = 0; at < 130; at++) {
      const guess = String(at).padStart(43, 'x')
      const path = at % 2 ? `/shared/${guess}` : `/hand-overs/${guess}`
      statuses.add((await limited.visitor.get(path)).status)
    }
    expect([...statuses]).toEqual([404, 429])
    expect((await limited.visitor.get(`/shared/${'y'.repeat(43)}/1/resume`)).status).toBe(429)
  } finally {
    await limited.remove()
  }
})

test('a link ends with the account of its maker', async () => {
  const token = tokenOf(await share([mira]))
  await w.db.update(users).set({ is_active: false }).where(eq(users.email, 'rita@example.com'))
  expect((await open(token)).status).toBe(404)
  await w.db.update(users).set({ is_active: true }).where(eq(users.email, 'rita@example.com'))
  expect((await open(token)).status).toBe(200)
})

test('a deleted job keeps its applications in the link', async () => {
  const made = await share([mira])
  await w.db
    .update(jobs)
    .set({ deleted_at: inDays(0), is_active: false })
    .where(eq(jobs.id, job))
  expect((await open(tokenOf(made))).status).toBe(200)
})
