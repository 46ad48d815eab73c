import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hashToken } from '#api/core/links/password-links.ts'
import { declaredRoutes } from '#api/core/route/route.ts'
import { ofNouns } from '#api/openapi/examples.ts'
import {
  answerFiles,
  applicationSteps,
  applications,
  bulk,
  bulkItems,
  candidateLinks,
  candidateRequests,
  comments,
  documentRequests,
  hiringSteps,
  hiringTeams,
  interviewPeople,
  interviews,
  messages,
  outbox,
  savedViews,
  users,
} from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { filtersOf } from '../applications/contract/filters.ts'
import { applicationSorts } from '../applications/contract.ts'
import { startBulk } from '../bulk/worker.ts'

/** In all that belongs to the application of another job. */
const marker = 'quillfeather'

let w = await world()
afterAll(async () => {
  await w.remove()
  const by = Map.groupBy(statuses, (status) => status)
  const counts = [...by].sort().map(([status, { length }]) => `${length} times ${status}`)
  console.info(
    `${statuses.length} routes as a member of another job: ${counts.join(', ')}; nothing found`,
  )
})

/** Of the routes below. */
const statuses: number[] = []
let mo: Person
let own: { job: number; application: number }
let other: { job: number; application: number }

async function fill() {
  await w.remove()
  w = await world()
  const questions = [
    {
      id: 1,
      kind: 'single_choice' as const,
      label: 'Day',
      help: null,
      required: false,
      options: ['Monday'],
    },
  ]
  const job = await w.newJob({ title: 'Baker', questions })
  own = { job, application: await w.newApplication(job, { email: 'twin@example.org' }) }
  // Not public, so that nobody else sees it.
  const theirs = await w.newJob({ title: `Cook ${marker}`, is_active: false })
  other = {
    job: theirs,
    application: await w.newApplication(theirs, {
      first_name: marker,
      last_name: marker,
      // The same person as in the other job.
      email: 'twin@example.org',
      phone: '+353 1 555 0199',
      motivation_letter: `<p>${marker}</p>`,
      notes: `<p>${marker}</p>`,
      notes_excerpt: marker,
      answers: [{ question_id: 1, label: 'Day', kind: 'single_choice', value: marker }],
    }),
  }
  const step = { place: 0, status: 'pending', name: marker } as const
  const [theirStep] = await w.db
    .insert(hiringSteps)
    .values({ ...step, job_id: theirs })
    .returning({ id: hiringSteps.id })
  await w.db
    .insert(applicationSteps)
    .values({ application_id: other.application, step_id: theirStep!.id, due_on: '2020-01-01' })
  const [ada, moId] = [1, await idOf('mo@example.com')]
  await w.db.insert(hiringTeams).values({ job_id: own.job, user_id: moId })
  const about = { application_id: other.application, author_id: ada, author_name: 'Ada Admin' }
  // Also one that mentions the member.
  await w.db.insert(comments).values({ ...about, text: `${marker} @Mo Member`, mentions: [moId] })
  const mail = { to_address: `${marker}@example.org`, subject: marker, text: marker, html: marker }
  await w.db.insert(outbox).values([
    {
      ...mail,
      application_id: other.application,
      kind: 'answer',
      body: marker,
      message_id: '<1@x>',
    },
    {
      ...mail,
      application_id: other.application,
      kind: 'answer',
      body: marker,
      message_id: '<2@x>',
      held_until: '2100-01-01T00:00:00.000Z',
      tells: 'pending',
    },
  ])
  await w.db
    .insert(messages)
    .values({ application_id: other.application, text: marker, idempotency_key: 'm' })
  await w.db.insert(documentRequests).values([
    {
      application_id: other.application,
      message_id: 1,
      name: marker,
      kind: 'document',
      requested_name: marker,
    },
  ])
  for (const { about } of ofNouns) await about?.(w, other.application, marker)
  await w.db.insert(answerFiles).values({
    application_id: other.application,
    question_id: 2,
    key: marker,
    type: 'pdf',
    name: marker,
    size: 1,
    sha256: 'a'.repeat(64),
  })
  await w.db
    .insert(candidateLinks)
    .values({ id: hashToken(marker), application_id: other.application })
  await w.db.insert(candidateRequests).values({
    id: hashToken(marker),
    application_id: other.application,
    kind: 'email',
    email: `${marker}@example.net`,
    expires_at: '2100-01-01T00:00:00.000Z',
  })
  // Also one in which the member takes part.
  await w.db.insert(interviews).values({
    application_id: other.application,
    state: 'booked',
    time: `${new Date().toISOString().slice(0, 10)}T23:59:59.000Z`,
    answered_at: new Date().toISOString(),
    minutes: 30,
    place: marker,
    reply: marker,
    uid: '1@x',
    proposed_by: moId,
    proposed_name: 'Mo Member',
  })
  await w.db.insert(interviewPeople).values({ interview_id: 1, user_id: moId })
  await w.db.insert(bulk).values({
    user_id: ada,
    user_name: 'Ada Admin',
    action: 'status',
    params: { status: 'rejected' },
    total: 1,
    state: 'done',
  })
  await w.db
    .insert(bulkItems)
    .values({ bulk_id: 1, application_id: other.application, state: 'failed', error: marker })
  await w.db
    .insert(savedViews)
    .values({ user_id: moId, name: 'Others', query: `job_id=${other.job}` })
  mo = await w.as('mo')
}

const idOf = async (email: string) =>
  (await w.db.get<{ id: number }>(sql`select id from users where email = ${email}`))!.id

const routes = declaredRoutes(w.api).map(({ method, path, declaration }) => ({
  name: `${method} ${path.slice('/api'.length)}`,
  method,
  path: path.slice('/api'.length),
  declaration,
}))

/** The address about the other job. */
const addressOf = (path: string) =>
  path
    .replace(
      ':id',
      String(
        path.startsWith('/applications')
          ? other.application
          : path.startsWith('/jobs')
            ? other.job
            : 1,
      ),
    )
    .replace(/:\w+/g, '1')

const snapshot = () =>
  w.db.all(sql`select
    (select json_group_array(json_object('s', status, 'n', notes, 'u', updated_at, 'f', first_name))
      from applications where id = ${other.application}) as application,
    (select count(*) from comments) as comments, (select json_group_array(read_at) from messages) as messages, (select count(*) from outbox where application_id = ${other.application}) as mails,
    (select count(*) from bulk_items where application_id = ${other.application}) as bulk, (select count(*) from application_reads) as reads,
    (select count(*) from hiring_teams) as teams,
    (select count(*) from document_requests) as requests,
    (select json_group_array(json_array(id, state, updated_at)) from interviews) as interviews`)

describe('a member of one job’s team finds nothing of another', () => {
  test('though the other has a row in every table about applications', async () => {
    await fill()
    const tables = await w.db.all<{ name: string }>(sql`
      select one.name from pragma_table_list as one, pragma_table_info(one.name) as own
      where one.schema = 'main' and one.type = 'table' and own.name = 'application_id'`)
    const empty: string[] = []
    for (const { name } of tables) {
      const which = sql`application_id = ${other.application}`
      if (!(await w.db.$count(sql`${sql.identifier(name)}`, which))) empty.push(name)
    }
    expect(tables.length).toBeGreaterThan(10)
    // Written by everyone who reads.
    expect(empty).toEqual(['application_reads'])
  })

  beforeAll(fill)

  test.each(routes.filter(({ name }) => name !== 'POST /auth/logout'))('$name', async (route) => {
    const before = await snapshot()
    const { status, body } = await mo.send(
      route.method,
      addressOf(route.path),
      route.method === 'GET' ? undefined : (route.declaration.json?.example ?? {}),
    )
    statuses.push(status)
    expect(JSON.stringify(body).toLowerCase()).not.toContain(marker)
    expect(await snapshot()).toEqual(before)
    if (/^\/applications\/:id/.test(route.path)) expect([403, 404]).toContain(status)
  })
})

describe('lists, counts and searches know only the member’s job', () => {
  beforeAll(fill)

  const paths = [
    '/applications',
    `/applications?q=${marker}`,
    '/applications?q=twin@example.org',
    '/applications?q=Monday',
    ...filtersOf('only').map((name) => `/applications?${name}=true`),
    ...filtersOf('either').map((name) => `/applications?${name}=false`),
    ...filtersOf('day').map((name) => `/applications?${name}=2026-01-01`),
    ...filtersOf('verdict').map((name) => `/applications?${name}=3`),
    ...filtersOf('interview').map((name) => `/applications?${name}=none`),
    ...applicationSorts.map((sort) => `/applications?sort=${sort}`),
    '/jobs',
    '/jobs?mine=true',
    `/jobs?q=${marker}`,
    '/jobs?state=inactive',
    '/views',
    '/dashboard?since=2000-01-01T00:00:00.000Z',
    '/notifications',
    '/interviews',
    '/interviews?mine=true',
    '/applications/reviewers',
    '/bulk',
  ]
  test.each(paths)('GET %s', async (path) => {
    const { status, body } = await mo.get(path)
    expect([path, [200, 403].includes(status)]).toEqual([path, true])
    expect(JSON.stringify(body).toLowerCase()).not.toContain(marker)
  })

  test('of the other job by id, reference, number and answer', async () => {
    const [{ reference } = { reference: '' }] = await w.db.all<{ reference: string }>(
      sql`select reference from applications where id = ${other.application}`,
    )
    for (const query of [
      `job_id=${other.job}`,
      `q=${reference}`,
      `q=%23${other.application}`,
      `job_id=${other.job}&answer_1=${marker}`,
    ]) {
      const { headers, body } = await mo.get(`/applications?${query}`)
      expect([query, body, headers.get('x-total-count')]).toEqual([query, [], '0'])
    }
    expect((await mo.get(`/applications/former-options?job_id=${other.job}`)).body).toEqual([])
    expect((await mo.get(`/jobs/${other.job}`)).status).toBe(404)
    expect((await mo.get(`/jobs/${other.job}/hiring-team`)).status).toBe(404)
  })

  test('counts', async () => {
    expect((await mo.get('/applications/stats')).body).toEqual({
      pending: 1,
      shortlisted: 0,
      rejected: 0,
      selected: 0,
    })
    const { headers, body } = await mo.get('/applications')
    expect([headers.get('x-total-count'), body.length, body[0].also_applied]).toEqual(['1', 1, 0])
    expect((await mo.get(`/applications/${own.application}/also-applied`)).body).toEqual([])
    const { body: dashboard } = await mo.get('/dashboard?since=2000-01-01T00:00:00.000Z')
    expect(dashboard.changes).toMatchObject([{ job_id: own.job, new_applications: 1 }])
    expect(dashboard.step_due).toBe(0)
    expect(dashboard.my_jobs.map(({ id }: { id: number }) => id)).toEqual([own.job])
    expect(dashboard.interviews).toEqual([])
    await w.db.run(sql`update users set applications_read_to = 0`)
    await w.db.run(sql`delete from application_reads`)
    const { body: found } = await mo.get('/notifications')
    expect(found.notifications.map(({ id }: { id: number }) => id)).toEqual([own.application])
  })
})

describe('a member', () => {
  beforeEach(fill)

  test('reads, notes, decides and writes about the own job', async () => {
    const at = `/applications/${own.application}`
    expect((await mo.get(at)).status).toBe(200)
    const put = await mo.send('PUT', at, {
      status: 'shortlisted',
      tell: 'never',
      notes: '<p>Yes</p>',
    })
    expect([put.status, put.body.status]).toEqual([200, 'shortlisted'])
    expect((await mo.send('POST', `${at}/comments`, { text: 'Good.' })).status).toBe(201)
    expect((await mo.get(`${at}/activity`)).status).toBe(200)
    expect((await mo.send('POST', `${at}/messages`, { text: 'Hello' })).status).toBe(201)
    expect((await mo.get(`${at}/messages`)).body).toMatchObject([{ text: 'Hello' }])
    const mail = { subject: 'Hello', body: '<p>Hi</p>' }
    expect((await mo.send('POST', `${at}/email`, mail)).status).toBe(201)
  })

  test('changes nothing that the candidate sent, deletes and exports nothing', async () => {
    const at = `/applications/${own.application}`
    for (const [method, path, json] of [
      ['PUT', at, { first_name: 'Other' }],
      ['PUT', at, { legal_hold: 'A claim' }],
      ['DELETE', at, undefined],
      ['GET', `${at}/person.zip`, undefined],
      ['GET', '/applications/export.csv', undefined],
      ['GET', '/applications/export.zip', undefined],
      ['POST', '/applications/bulk', { ids: [own.application], action: 'delete' }],
    ] as const)
      expect([method, path, (await mo.send(method, path, json)).status]).toEqual([
        method,
        path,
        403,
      ])
  })

  test('decides on many of the own job, and undoes it; others’ ids and actions are not theirs', async () => {
    const bulkAction = (ids: number[], more = {}) =>
      mo.send('POST', '/applications/bulk', {
        ids,
        action: 'status',
        status: 'pending',
        tell: 'never',
        ...more,
      })
    const started = await bulkAction([own.application, other.application])
    expect(started.status).toBe(202)
    const { body } = await mo.get(`/bulk/${started.body.id}`)
    expect([body.total, body.failed]).toEqual([1, []])
    expect((await bulkAction([other.application])).status).toBe(400)
    for (const action of ['email', 'delete'])
      expect([
        action,
        (await bulkAction([own.application], { action, subject: 'S', body: '<p>B</p>' })).status,
      ]).toEqual([action, 403])
    const filter = { filter: { q: marker }, ids: undefined }
    expect((await bulkAction([], filter)).status).toBe(400)
    // By the administrator, about the own job.
    const ada = await w.as('ada')
    const theirs = await ada.send('POST', '/applications/bulk', {
      ids: [own.application],
      action: 'status',
      status: 'selected',
      tell: 'never',
    })
    for (const [method, path] of [
      ['GET', `/bulk/${theirs.body.id}`],
      ['GET', `/bulk/${theirs.body.id}/undo`],
      ['POST', `/bulk/${theirs.body.id}/undo`],
      ['POST', `/bulk/${theirs.body.id}/retry`],
    ] as const)
      expect([path, (await mo.send(method, path)).status]).toEqual([path, 404])
    // Once the job is another's.
    await w.db.update(applications).set({ job_id: other.job }).where(sql`id = ${own.application}`)
    expect((await mo.get(`/bulk/${started.body.id}`)).status).toBe(404)
    await w.db.update(applications).set({ job_id: own.job }).where(sql`id = ${own.application}`)
  })

  test('decides on many while on the team: what is left when the job ends is not done', async () => {
    const theirs = await w.newJob()
    const id = await idOf('mo@example.com')
    await w.db.insert(hiringTeams).values({ job_id: theirs, user_id: id })
    const [one, two] = [await w.newApplication(theirs), await w.newApplication(own.job)]
    const begin = async () => {
      const json = { ids: [one, two], action: 'status', status: 'rejected', tell: 'never' }
      return (await mo.send('POST', '/applications/bulk', json)).body.id
    }
    const started = await begin()
    await w.db.delete(hiringTeams).where(eq(hiringTeams.job_id, theirs))
    const worker = startBulk({
      db: w.db,
      store: w.store,
      log: w.log,
      mailFrom: 'a@b.c',
      publicUrl: undefined,
      ownAddress: () => '',
      times: { pollMs: 10, share: 0 },
    })
    const ada = await w.as('ada')
    await vi.waitFor(
      async () => expect((await ada.get(`/bulk/${started}`)).body.state).toBe('done'),
      10_000,
    )
    const { body } = await ada.get(`/bulk/${started}`)
    expect(body.failed).toMatchObject([
      { id: one, error: expect.stringMatching(/may no longer do this$/) },
    ])
    const statusOf = async (id: number) => (await ada.get(`/applications/${id}`)).body.status
    expect([await statusOf(one), await statusOf(two)]).toEqual(['pending', 'rejected'])
    await worker.stop()
  })

  test('is nobody’s member once removed, at once', async () => {
    const team = `/jobs/${own.job}/hiring-team`
    const ada = await w.as('ada')
    expect((await ada.send('PUT', team, [])).status).toBe(200)
    expect((await mo.get('/applications')).status).toBe(403)
    expect((await mo.get(`/applications/${own.application}`)).status).toBe(403)
  })
})

describe('the team', () => {
  beforeEach(fill)

  test('is changed only by those who manage jobs and review all applications', async () => {
    const team = `/jobs/${own.job}/hiring-team`
    const member = [{ user_id: await idOf('mo@example.com'), owner: true }]
    for (const name of ['joe', 'rita', 'mo', 'pam'] as const)
      expect([name, (await (await w.as(name)).send('PUT', team, member)).status]).toEqual([
        name,
        403,
      ])
    const ada = await w.as('ada')
    const { status, body, headers } = await ada.send('PUT', team, member)
    expect([status, body]).toMatchObject([200, [{ ...member[0], is_active: true }]])
    expect((await mo.get('/applications')).status).toBe(200)
    const stale = await ada.raw(team, {
      method: 'PUT',
      body: '[]',
      headers: { 'content-type': 'application/json', 'if-match': '"old"' },
    })
    expect(stale.status).toBe(409)
    const tag = headers.get('etag') ?? ''
    const fresh = await ada.raw(team, {
      method: 'PUT',
      body: '[]',
      headers: { 'content-type': 'application/json', 'if-match': tag },
    })
    expect(fresh.status).toBe(200)
  })

  test('emails its new members once a day, but not the person who added them', async () => {
    const ada = await w.as('ada')
    const job = await w.newJob({ title: 'Rope Maker' })
    const team = [
      { user_id: await idOf('mo@example.com'), owner: true },
      { user_id: await idOf('ada@example.com'), owner: false },
    ]
    const mails = () =>
      w.db
        .select({ to: outbox.to_address, text: outbox.text })
        .from(outbox)
        .where(sql`subject like '%Rope Maker%'`)
    const put = (members: object[]) => ada.send('PUT', `/jobs/${job}/hiring-team`, members)
    expect((await put(team)).status).toBe(200)
    const [mail, ...others] = await mails()
    expect([mail?.to, others]).toEqual(['mo@example.com', []])
    expect(mail?.text).toContain('Ada Admin put you on the hiring team for “Rope Maker”')
    expect(mail?.text).toContain(`/backoffice/applications?job_id=${job}`)
    for (const members of [team, [], team]) await put(members)
    expect(await mails()).toHaveLength(1)
  })

  test.each([
    [{ user_id: 987654 }, 400],
    [{ user_id: -1 }, 400],
    [{ user_id: 1, owner: 'yes' }, 400],
    ['mo', 400],
  ])('refuses %j', async (member, status) => {
    const ada = await w.as('ada')
    const team = `/jobs/${own.job}/hiring-team`
    expect((await ada.send('PUT', team, [member])).status).toBe(status)
    expect((await ada.send('PUT', team, [{ user_id: 1 }, { user_id: 1 }])).status).toBe(400)
    expect((await ada.send('PUT', '/jobs/987654/hiring-team', [])).status).toBe(404)
  })
})

/** A schema as JSON Schema, as far as it is looked at. */
type Shape = {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  allOf?: Shape[]
  additionalProperties?: Shape | boolean
}

/** Of other services. */
const foreignIds = ['google_analytics_id', 'client_id']

/** The places in a body whose name says that ids are there. `*` is an item of a list. */
function idPlaces(shape: Shape, at: string[] = []): string[][] {
  const name = at.findLast((key) => key !== '*') ?? ''
  const isId = /^(id|ids|except|tags|add|remove)$|_ids?$/.test(name) && !foreignIds.includes(name)
  const below = [
    ...Object.entries(shape.properties ?? {}).flatMap(([key, value]) =>
      idPlaces(value, [...at, key]),
    ),
    ...(shape.items ? idPlaces(shape.items, [...at, '*']) : []),
    ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap((one) => idPlaces(one, at)),
  ]
  return below.length || !isId ? below : [at]
}

const placesOf = ({ json }: (typeof routes)[number]['declaration']) =>
  json
    ? idPlaces(z.toJSONSchema(json.schema, { io: 'input', unrepresentable: 'any' }) as Shape)
    : []

/** The body with the value at the place. */
function withValue(body: unknown, [key, ...rest]: string[], value: number): unknown {
  if (key === undefined) return value
  if (key === '*') return [withValue((body as unknown[] | undefined)?.[0], rest, value)]
  const object = (body ?? {}) as Record<string, unknown>
  return { ...object, [key]: withValue(object[key], rest, value) }
}

/** The body without each set of its other fields: some refuse others. */
function reduced(body: unknown, kept: string | undefined): unknown[] {
  if (Array.isArray(body)) return [body]
  const fields = Object.entries(body as object)
  const others = fields.filter(([key]) => key !== kept).slice(0, 5)
  return Array.from({ length: 2 ** others.length }, (_, set) =>
    Object.fromEntries(
      fields.filter((field) => !(set & (1 << others.indexOf(field))) || !others.includes(field)),
    ),
  )
}

describe('ids of another job in a body find nothing and change nothing', () => {
  /** By the name of the field: ids of the other job, or of what is only theirs. */
  let theirs: Record<string, number>
  beforeAll(async () => {
    await fill()
    // Reading it marks it as read.
    await mo.get(`/applications/${own.application}`)
    const theirStep = await w.db.get<{ id: number }>(
      sql`select id from hiring_steps where job_id = ${other.job}`,
    )
    await w.db.update(users).set({ last_name: marker }).where(sql`email = 'joe@example.com'`)
    const person = await idOf('joe@example.com')
    theirs = {
      ids: other.application,
      except: other.application,
      id: theirStep!.id,
      step_id: theirStep!.id,
      job_id: other.job,
      user_id: person,
      user_ids: person,
      mentions: person,
    }
  })
  /** Whatever their number: all staff see them. */
  const shared = [
    'tags',
    'add',
    'remove',
    'template_id',
    'reason_id',
    'header_media_id',
    'team_page_id',
    'media_id',
    'logo_media_id',
    'page_id',
  ]

  const ownAddress = (path: string) =>
    path
      .replace(
        ':id',
        String(
          path.startsWith('/jobs')
            ? own.job
            : path.startsWith('/applications')
              ? own.application
              : 1,
        ),
      )
      .replace(/:\w+/g, '1')
  const withIds = routes.flatMap((route) =>
    placesOf(route.declaration).map((place) => ({ ...route, place, field: place.join('.') })),
  )

  test('bodies name ids of these kinds only', () => {
    const names = new Set(withIds.map(({ place }) => place.findLast((key) => key !== '*')))
    expect([...names].filter((name) => !(name! in theirs) && !shared.includes(name!))).toEqual([])
  })

  test.each(withIds)('$name $field', async ({ method, path, declaration, place }) => {
    const name = place.findLast((key) => key !== '*')!
    const before = await snapshot()
    const example = withValue(declaration.json?.example, place, theirs[name] ?? 987_654)
    for (const body of reduced(example, place[0])) {
      const { status, body: said } = await mo.send(method, ownAddress(path), body)
      expect([body, JSON.stringify(said).toLowerCase().includes(marker)]).toEqual([body, false])
      if (status === 403) break
    }
    for (const path of ['/bulk', `/applications/${own.application}`])
      expect(JSON.stringify((await mo.get(path)).body).toLowerCase()).not.toContain(marker)
    expect(await snapshot()).toEqual(before)
  })
})
