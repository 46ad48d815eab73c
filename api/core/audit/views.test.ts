import { eq, inArray, sql } from 'drizzle-orm'
import { inspectRoutes } from 'hono/dev'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Example } from '#api/openapi/example.ts'
import { prepare, successesOf } from '#api/openapi/examples.ts'
import { applications, auditEvents } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const successes = successesOf(w.api)
beforeAll(() => prepare(w))
afterAll(() => w.remove())

const letter = '<p>I have always dreamt of rye bread.</p>'

/** By staff, and by people with a link. */
const views = [
  'application.viewed',
  'application.viewed_by_link',
  'application.handed_over',
] as const
const countViews = () => w.db.$count(auditEvents, inArray(auditEvents.action, [...views]))

/** Calls the route with known letters; returns whether it sent one, and the recorded views. */
async function viewedBy(route: string, { as, at, json, form, headers }: Example) {
  const [method = '', path = ''] = route.split(' ')
  const person = as ? await w.as(as) : w.visitor
  await w.db.update(applications).set({ motivation_letter: letter })
  const before = await countViews()
  const response = await person.raw(at ?? path.replace(/:\w+/, '1'), {
    method,
    ...(form && { body: form() }),
    ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
  })
  return {
    status: response.status,
    hasLetter: (await response.text()).includes('dreamt of rye bread'),
    views: (await countViews()) - before,
  }
}

/** Requests besides the example: an outdated one, and one with a letter where that is accepted. */
function variants(route: string, example: Example): Example[] {
  const { json } = example
  if (route.endsWith('/manual'))
    return [{ ...example, json: { ...Object(json), motivation_letter: letter } }]
  if (!route.startsWith('PUT')) return [example]
  return [
    { ...example, json: { ...Object(json), updated_at: '2020-01-01T00:00:00.000Z' } },
    example,
  ]
}

/** As if all events so far were recorded more than an hour ago. */
async function anHourLater() {
  const triggers = await w.db.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_schema where type = 'trigger' and tbl_name = 'audit_events'`,
  )
  for (const { name } of triggers) await w.db.run(sql`drop trigger ${sql.identifier(name)}`)
  await w.db.run(sql`update audit_events set at = '2020-01-01T00:00:00.000Z'`)
  for (const trigger of triggers) await w.db.run(sql.raw(trigger.sql))
}

test('a person leaves one view of an application, its correspondence and its files an hour', async () => {
  const id = await w.newApplication(await w.newJob(), { motivation_letter: letter })
  const [rita, ada] = [await w.as('rita'), await w.as('ada')]
  const recorded = async () => {
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
    return events.map(({ actor_name, action, target_name }) => [actor_name, action, target_name])
  }
  for (let time = 0; time < 3; time++)
    for (const path of ['', '/activity', '/email', '/messages'])
      expect((await rita.get(`/applications/${id}${path}`)).status).toBe(200)
  const views = ['application.viewed', 'correspondence.viewed']
  const ofRita = views.map((action) => ['Rita Reviewer', action, 'Mira Ostergard'])
  expect(await recorded()).toEqual(ofRita)
  await ada.get(`/applications/${id}/messages`)
  expect(await recorded()).toHaveLength(3)
  await anHourLater()
  await rita.get(`/applications/${id}/activity`)
  expect(await recorded()).toHaveLength(4)
})

test('a refused change leaves no view', async () => {
  const id = await w.newApplication(await w.newJob(), { motivation_letter: letter })
  const before = await countViews()
  const { status } = await (await w.as('rita')).send('PUT', `/applications/${id}`, { tags: [987] })
  expect([status, await countViews()]).toEqual([400, before])
})

test('a view names who saw which application', async () => {
  const id = await w.newApplication(await w.newJob())
  const [rita, ada] = [await w.as('rita'), await w.as('ada')]
  await rita.send('PUT', `/applications/${id}`, {
    notes: '',
    updated_at: '2020-01-01T00:00:00.000Z',
  })
  const [event] = (await ada.get('/audit?per_page=1')).body
  expect(event).toMatchObject({
    actor_name: 'Rita Reviewer',
    action: 'application.viewed',
    target_id: id,
    target_name: 'Mira Ostergard',
    detail: { status: 'pending' },
  })
})

test('the first answer to an applicant is no view, a repeated one is', async () => {
  const job_id = await w.newJob()
  const send = async () => {
    const before = await countViews()
    const headers = { 'idempotency-key': 'same-key' }
    const init = { method: 'POST', body: applicationForm({ job_id }), headers }
    expect((await w.visitor.raw('/applications/submit', init)).status).toBe(201)
    return (await countViews()) - before
  }
  expect([await send(), await send(), await send()]).toEqual([0, 1, 0])
})

test('a letter whose view cannot be recorded is not sent', async () => {
  const id = await w.newApplication(await w.newJob(), { motivation_letter: letter })
  const rita = await w.as('rita')
  await w.db.run(
    sql`create trigger no_events before insert on audit_events begin select raise(abort, 'no room'); end`,
  )
  const { status, body } = await rita.get(`/applications/${id}`)
  expect([status, JSON.stringify(body).includes('rye')]).toEqual([500, false])
  await w.db.run(sql`drop trigger no_events`)
  expect((await rita.get(`/applications/${id}`)).status).toBe(200)
})

// Last, since the examples change and delete what there is.
test('every answer with a letter leaves one view in the audit trail', async () => {
  const routes = inspectRoutes(w.api)
    .filter(({ isMiddleware }) => !isMiddleware)
    .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`)
  const withLetter = new Set<string>()
  // In the order of the examples, which delete last; one that is missing fails here.
  const ordered = [...new Set(routes)].sort(
    (a, b) => Object.keys(successes).indexOf(a) - Object.keys(successes).indexOf(b),
  )
  for (const route of ordered)
    for (const example of variants(route, successes[route] ?? { as: 'ada' })) {
      await anHourLater()
      const { status, hasLetter, views } = await viewedBy(route, example)
      // One event for all of them.
      if (/\/(export|person)\./.test(route)) continue
      // Candidates read their own letters.
      if (route.includes('/candidate/')) continue
      if (hasLetter) withLetter.add(`${route} ${status}`)
      expect([route, status, views]).toEqual([route, status, hasLetter ? 1 : 0])
    }
  expect([...withLetter].sort()).toEqual([
    'GET /applications/:id 200',
    'GET /hand-overs/:token 200',
    'GET /shared/:token 200',
    'POST /applications/:id/mark-told 200',
    'POST /applications/:id/take-back 200',
    'POST /applications/manual 201',
    'PUT /applications/:id 200',
    'PUT /applications/:id 409',
  ])
})
