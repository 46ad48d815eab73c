import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isoTime } from '#scripts/testing/fixtures/iso-time.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
})

const baker = {
  title: 'Baker',
  description: '<p>Bake <strong>bread</strong>.</p>',
  requirements: '<p>An oven.</p>',
  location: 'Aarhus',
  salary_range: '300–350',
}
const create = async (job: object = baker) => (await joe.send('POST', '/jobs', job)).body

const noDraft = { has_draft: false, draft_saved_at: null, draft_saved_by: null }

test('a new job is active and is returned in full', async () => {
  const response = await joe.send('POST', '/jobs', baker)
  expect(response.status).toBe(201)
  expect(response.body).toEqual({
    ...baker,
    id: expect.any(Number),
    is_active: true,
    application_count: 0,
    status_counts: { pending: 0, shortlisted: 0, rejected: 0, selected: 0 },
    owners: [],
    created_at: isoTime,
    updated_at: isoTime,
    first_active_at: isoTime,
    closed_at: null,
    location_text: 'Aarhus',
    salary_text: '300–350',
    team: null,
    is_listed: true,
    is_open_application: false,
    employment_types: null,
    workplace: null,
    places: null,
    remote_countries: null,
    pay_min: null,
    pay_max: null,
    pay_currency: null,
    pay_unit: null,
    opens_on: null,
    closes_on: null,
    contact_name: null,
    contact_text: null,
    language: null,
    letter: 'required',
    letter_min: 400,
    resume: 'required',
    questions: null,
    tell: null,
    evaluation_criteria: null,
    header_media_id: null,
    why_us: true,
    team_page_id: null,
    ...noDraft,
  })
  expect((await joe.get(`/jobs/${response.body.id}`)).body).toEqual(response.body)
})

test('a visitor sees the same job without its count and what staff choose', async () => {
  const created = await create()
  const staffOnly = [
    'application_count',
    'status_counts',
    'owners',
    'tell',
    'evaluation_criteria',
    'header_media_id',
    'why_us',
    'team_page_id',
  ]
  const job = Object.fromEntries(
    Object.entries<unknown>(created).filter(
      ([name]) => !staffOnly.includes(name) && !(name in noDraft),
    ),
  )
  expect((await w.visitor.get(`/jobs/${job.id}`)).body).toEqual(job)
  expect((await w.visitor.get('/jobs/active')).body).toEqual([job])
  for (const name of ['pam', 'uma', 'sam'] as const)
    expect((await (await w.as(name)).get(`/jobs/${job.id}`)).body).toEqual(job)
  const rita = await w.as('rita')
  expect((await rita.get(`/jobs/${job.id}`)).body).toEqual(created)
})

test('optional fields are null when missing', async () => {
  const job = await create({ title: 'Cook', description: 'Cook.', requirements: '', location: ' ' })
  expect(job).toMatchObject({ requirements: null, location: null, salary_range: null })
})

test('rich text is sanitized on write', async () => {
  const job = await create({
    title: '<b>Cook</b>',
    description: '<p onclick=x()>Cook<script>x()</script></p>',
    requirements: '<img src=x onerror=y()>',
    is_active: false,
  })
  expect(job).toMatchObject({
    title: '<b>Cook</b>',
    description: '<p>Cook</p>',
    requirements: null,
    is_active: false,
  })
  const changed = await joe.send('PUT', `/jobs/${job.id}`, { description: '<h1 id=x>Eat</h1>' })
  expect(changed.body.description).toBe('<h1>Eat</h1>')
})

describe.each([
  [{ title: '' }, 'title'],
  [{ title: '  ' }, 'title'],
  [{ title: null }, 'title'],
  [{ title: 1 }, 'title'],
  [{ title: 'a'.repeat(201) }, 'title'],
  [{ title: 'a\u0000b' }, 'title'],
  [{ description: '' }, 'description'],
  [{ description: '<p>&nbsp;</p>' }, 'description'],
  [{ description: '<script>only this</script>' }, 'description'],
  [{ description: '<svg>x</svg><img src=x>' }, 'description'],
  [{ description: 'a'.repeat(210_000) }, 'description'],
  [{ description: ['a'] }, 'description'],
  [{ requirements: 'a'.repeat(210_000) }, 'requirements'],
  [{ location: 'a'.repeat(201) }, 'location'],
  [{ salary_range: 300 }, 'salary_range'],
  [{ salary_range: 'a'.repeat(201) }, 'salary_range'],
  [{ is_active: 'true' }, 'is_active'],
  [{ is_active: 1 }, 'is_active'],
  [{ is_active: null }, 'is_active'],
  [{ deleted_at: null }, 'deleted_at'],
])('a job with fault %#', (fault, field) => {
  test('is neither created nor changed', async () => {
    const before = await create()
    for (const response of [
      await joe.send('POST', '/jobs', { ...baker, ...fault }),
      await joe.send('PUT', `/jobs/${before.id}`, fault),
    ]) {
      expect(response.status).toBe(400)
      expect(response.body.details).toEqual([{ path: [field], message: response.body.error }])
    }
    expect((await joe.get('/jobs')).body).toEqual([before])
  })
})

test('all errors are reported at once, missing fields included', async () => {
  const response = await joe.send('POST', '/jobs', { location: 1 })
  expect(response.body.details.map(({ path }: { path: string[] }) => path[0]).sort()).toEqual([
    'description',
    'location',
    'title',
  ])
  expect(JSON.stringify(response.body)).toContain('Job title is required')
})

describe('PUT /jobs/:id', () => {
  test('changes only the given fields', async () => {
    const before = await create()
    const response = await joe.send('PUT', `/jobs/${before.id}`, { location: null })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      ...before,
      location: null,
      location_text: null,
      updated_at: isoTime,
    })
    expect(response.body.updated_at > before.updated_at).toBe(true)
  })

  test('accepts the unchanged row', async () => {
    const before = await create()
    const response = await joe.send('PUT', `/jobs/${before.id}`, { ...before, title: 'Head baker' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ...before, title: 'Head baker', updated_at: isoTime })
  })

  test('cannot change read-only fields', async () => {
    const before = await create()
    const response = await joe.send('PUT', `/jobs/${before.id}`, {
      id: 99,
      created_at: '2001-01-01T00:00:00.000Z',
      application_count: 99,
    })
    expect(response.body).toEqual({ ...before, updated_at: isoTime })
  })

  test('with an old updated_at overwrites nothing', async () => {
    const read = await create()
    const { body: current } = await joe.send('PUT', `/jobs/${read.id}`, { title: 'First' })
    const response = await joe.send('PUT', `/jobs/${read.id}`, {
      title: 'Second',
      updated_at: read.updated_at,
    })
    expect(response.status).toBe(409)
    expect(response.body).toEqual({
      error: expect.any(String),
      current,
      changed_by: expect.any(String),
    })
    expect((await joe.get(`/jobs/${read.id}`)).body).toEqual(current)
  })

  test('succeeds once among twenty based on the same row', async () => {
    const { id, updated_at } = await create()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        joe.send('PUT', `/jobs/${id}`, { title: `Baker ${n}`, updated_at }),
      ),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(19).fill(409)])
    const winner = responses.find(({ status }) => status === 200)!
    expect((await joe.get(`/jobs/${id}`)).body).toEqual(winner.body)
  })
})
