import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { world } from '#scripts/testing/world.ts'
import { findJobs } from './filter.ts'
import { active } from './rows.ts'
import { distance } from './spelling.ts'

const w = await world()
afterAll(() => w.remove())

const place = (locality: string | null, country: string, street: string | null = null) => ({
  locality,
  region: null,
  postal_code: null,
  street,
  country,
})

beforeAll(async () => {
  await w.newJob({
    title: 'Software developer',
    team: 'Engineering',
    workplace: 'hybrid',
    employment_types: ['FULL_TIME', 'PART_TIME'],
    places: [place('Port Ellery', 'IE'), place('Aarhus', 'DK')],
  })
  await w.newJob({
    title: 'Electrician',
    team: 'engineering',
    workplace: 'onsite',
    employment_types: ['FULL_TIME'],
    // Two addresses in one town are one place.
    places: [place('Port Ellery', 'IE', 'Quay 1'), place('Port Ellery', 'IE', 'Quay 2')],
    location: 'On the quay',
  })
  await w.newJob({ title: 'Accountant', team: 'Office', location: 'Évora  Centro' })
  await w.newJob({ title: 'Cleaner', location: 'évora centro', workplace: 'onsite' })
  await w.newJob({ title: 'Typist', location: 'Anywhere in Ireland', workplace: 'remote' })
  await w.newJob({ title: 'Porter', team: 'Closed', is_active: false, location: 'Hidden' })
})

const titles = async (query: string, path = '/jobs/active', as = w.visitor) => {
  const { status, headers, body } = await as.get(`${path}?${query}`)
  expect(status).toBe(200)
  expect(headers.get('x-total-count')).toBe(String(body.length))
  return body.map(({ title }: { title: string }) => title.split(' ')[0])
}

describe.each([
  ['team=ENGINEERING', ['Electrician', 'Software']],
  ['team=office&team=Engineering', ['Accountant', 'Electrician', 'Software']],
  ['type=PART_TIME', ['Software']],
  ['type=PART_TIME&type=FULL_TIME&workplace=onsite', ['Electrician']],
  ['workplace=onsite', ['Cleaner', 'Electrician']],
  ['place=port+ellery,+IRELAND', ['Electrician', 'Software']],
  ['place=Aarhus,+Denmark&place=Évora+Centro', ['Cleaner', 'Accountant', 'Software']],
  ['place=%C3%89VORA+centro&team=Office', ['Accountant']],
  // What is typed finds the job too, though the facets name its place.
  ['place=on+the+quay', ['Electrician']],
  ['q=dev&team=engineering', ['Software']],
  ['q=dev&team=office', []],
  ['place=anywhere+in+ireland', ['Typist']],
  ['place=port', []],
  ["team='+or+1=1--", []],
  ['team=&place=%20', ['Typist', 'Cleaner', 'Accountant', 'Electrician', 'Software']],
])('GET /jobs/active?%s', (query, expected) => {
  test(`finds ${expected.join(', ') || 'nothing'}`, async () => {
    expect(await titles(query)).toEqual(expected)
  })
})

test('GET /jobs/active/summaries has the same jobs in short', async () => {
  for (const query of ['', 'team=engineering', 'q=develper']) {
    const { body: jobs } = await w.visitor.get(`/jobs/active?${query}`)
    const { headers, body } = await w.visitor.get(`/jobs/active/summaries?${query}`)
    expect(headers.get('x-total-count')).toBe(String(jobs.length))
    expect(body).toHaveLength(jobs.length)
    for (const [i, summary] of body.entries()) {
      expect(jobs[i]).toMatchObject(summary)
      for (const text of ['description', 'requirements', 'questions'])
        expect(summary).not.toHaveProperty(text)
    }
  }
})

test('GET /jobs takes the same filters and finds inactive jobs too', async () => {
  const joe = await w.as('joe')
  expect(await titles('place=hidden&team=closed', '/jobs', joe)).toEqual(['Porter'])
  expect(await titles('q=porter', '/jobs', joe)).toEqual(['Porter'])
  expect(await titles('place=hidden')).toEqual([])
})

test('sort=team lists the newest of each team first, and jobs without a team last', async () => {
  expect(await titles('sort=team')).toEqual([
    'Electrician',
    'Software',
    'Accountant',
    'Typist',
    'Cleaner',
  ])
  const { body } = await w.visitor.get('/jobs/active?sort=team&workplace=onsite&per_page=1&page=2')
  expect(body).toMatchObject([{ title: 'Cleaner' }])
})

test('filters read the jobs from a covering index, without their long texts', async () => {
  const all = vi.spyOn(w.db, 'all')
  await findJobs(w.db, active, {
    q: '',
    team: [],
    type: [],
    workplace: [],
    place: ['aarhus'],
  })
  const [[query] = []] = all.mock.calls
  all.mockRestore()
  const plan = await w.db.all<{ detail: string }>(sql`explain query plan ${query}`)
  expect(plan.map(({ detail }) => detail)).toEqual(['SCAN jobs USING COVERING INDEX jobs_listed'])
})

test('a filtered list is paginated', async () => {
  const { body, headers } = await w.visitor.get('/jobs/active?team=engineering&per_page=1&page=2')
  expect(body).toMatchObject([{ title: 'Software developer' }])
  expect(headers.get('link')).toContain('team=engineering&per_page=1&page=1>; rel="prev"')
})

const facets = async (query = '') => (await w.visitor.get(`/jobs/active/facets?${query}`)).body

describe('GET /jobs/active/facets', () => {
  test('counts active jobs, each place once', async () => {
    expect(await facets()).toEqual({
      q: '',
      team: [
        { value: 'engineering', count: 2 },
        { value: 'Office', count: 1 },
      ],
      type: [
        { value: 'FULL_TIME', count: 2 },
        { value: 'PART_TIME', count: 1 },
      ],
      workplace: [
        { value: 'onsite', count: 2 },
        { value: 'hybrid', count: 1 },
        { value: 'remote', count: 1 },
      ],
      place: [
        { value: 'Aarhus, Denmark', count: 1 },
        { value: 'évora centro', count: 2 },
        { value: 'Port Ellery, Ireland', count: 2 },
      ],
      without: Object.fromEntries(
        ['q', 'team', 'type', 'workplace', 'place'].map((part) => [part, expect.any(Number)]),
      ),
    })
  })

  test('leaves the counts of a filter as they are without it', async () => {
    expect(await facets('team=office&workplace=onsite')).toMatchObject({
      team: [
        { value: 'engineering', count: 1 },
        { value: 'Office', count: 0 },
      ],
      workplace: [{ value: 'onsite', count: 0 }],
      place: [],
    })
    expect(await facets('q=electrician')).toMatchObject({
      type: [{ value: 'FULL_TIME', count: 1 }],
      place: [{ value: 'Port Ellery, Ireland', count: 1 }],
    })
  })

  test('lists chosen values without a job as staff write them', async () => {
    const { place } = await facets('place=aarhus,+denmark&place=nowhere&team=office')
    expect(place).toEqual([
      { value: 'Aarhus, Denmark', count: 0 },
      { value: 'évora centro', count: 1 },
    ])
  })

  test('each count is the length of the list under that value', async () => {
    for (const query of ['', 'workplace=onsite', 'q=e', 'place=on+the+quay&type=FULL_TIME']) {
      const { q: _, without: __, ...kinds } = await facets(query)
      for (const [kind, values] of Object.entries<{ value: string; count: number }[]>(kinds))
        for (const { value, count } of values) {
          const search = new URLSearchParams(query)
          search.delete(kind)
          search.append(kind, value)
          expect([query, kind, value, (await titles(`${search}`)).length]).toEqual([
            query,
            kind,
            value,
            count,
          ])
        }
    }
  })

  test('counts the jobs that each part of the search alone keeps out', async () => {
    const query = 'q=electrician&team=office&workplace=onsite'
    const { without } = await facets(query)
    for (const [part, count] of Object.entries(without)) {
      const search = new URLSearchParams(query)
      search.delete(part)
      expect([part, (await titles(`${search}`)).length]).toEqual([part, count])
    }
  })
})

describe('a misspelled word', () => {
  test.each([
    ['develper', 'developer', ['Software']],
    ['sofware develper', 'software developer', ['Software']],
    ['Elektrician', 'electrician', ['Electrician']],
    ['acocuntant', 'accountant', ['Accountant']],
    ['évroa', 'evora', ['Cleaner', 'Accountant']],
    // The first letter: wrong, missing, extra, swapped with the second.
    ['beveloper', 'developer', ['Software']],
    ['eveloper', 'developer', ['Software']],
    ['Xtypist', 'typist', ['Typist']],
    ['lceaner', 'cleaner', ['Cleaner']],
    ['zoftware develper', 'software developer', ['Software']],
  ])('%s finds what %s finds', async (q, meant, expected) => {
    expect(await titles(`q=${q}`)).toEqual(expected)
    expect((await facets(`q=${q}`)).q).toBe(meant)
  })

  test.each([
    // The words of inactive jobs are not suggested.
    'portier',
    'hiden',
    'qorter',
    // One mistake in the first letter and another one.
    'bevelpoer',
    // Both are found, but not in one job.
    'developer electrician',
    'zzzzzz',
    'dev lper',
  ])('%s stays as it is', async (q) => {
    expect(await titles(`q=${q}`)).toEqual([])
    expect((await facets(`q=${q}`)).q).toBe(q)
  })

  test('is corrected before the filters apply', async () => {
    expect(await titles('q=develper&team=office')).toEqual([])
    expect(await facets('q=develper&team=office')).toMatchObject({
      q: 'developer',
      team: [{ value: 'engineering', count: 1 }, { count: 0 }],
    })
  })

  test('is not corrected for staff', async () => {
    expect(await titles('q=develper', '/jobs', await w.as('joe'))).toEqual([])
  })
})

test.each([
  ['', '', 0],
  ['ab', '', 2],
  ['develper', 'developer', 1],
  ['acocuntant', 'accountant', 1],
  ['kitten', 'sitting', 3],
])('distance of %j and %j is %i', (a, b, letters) => {
  expect([distance(a, b), distance(b, a)]).toEqual([letters, letters])
})
