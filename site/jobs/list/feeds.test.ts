import { afterAll, beforeEach, expect, test } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import { readSearch } from '#api/website/jobs/contract/job-search.ts'
import { world } from '#scripts/testing/world.ts'
import { xmlText } from '../../lib/xml.ts'
import { atomFeed, jobsJson } from './feeds.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.reset())

const site = { site_name: 'Rye & Sons', public_url: 'https://jobs.example.com' }
const english = {
  language: 'en',
  words: languages.en,
  prefix: undefined,
  writtenIn: undefined,
} as const
const active = async () => (await w.visitor.client.jobs.active.$get({ query: {} })).json()
const changed = async () => (await w.visitor.client.jobs.active.changed.$get()).json()
const json = async () => jobsJson(site, await active(), (await changed()).updated_at)

test('jobsJson has the fields that other websites show', async () => {
  const id = await w.newJob({
    title: 'Baker',
    team: 'Kitchen',
    workplace: 'hybrid',
    employment_types: ['FULL_TIME'],
    places: [
      { locality: 'Port Ellery', region: null, postal_code: null, street: null, country: 'IE' },
    ],
    pay_min: 48_000,
    pay_max: 58_000,
    pay_currency: 'EUR',
    pay_unit: 'year',
    created_at: '2026-01-02T03:04:05.678Z',
    first_active_at: '2026-02-03T04:05:06.789Z',
    updated_at: '2026-02-04T00:00:00.000Z',
    closes_on: '2030-02-01',
    questions: [],
  })
  expect(await json()).toEqual({
    site: 'Rye & Sons',
    updated_at: '2026-02-04T00:00:00.000Z',
    jobs: [
      {
        id,
        title: 'Baker',
        team: 'Kitchen',
        location: 'Port Ellery, Ireland · Hybrid',
        salary: '€48,000–58,000 a year',
        employment_types: ['FULL_TIME'],
        workplace: 'hybrid',
        url: `https://jobs.example.com/jobs/${id}/apply`,
        posted_at: '2026-02-03T04:05:06.789Z',
        closes_on: '2030-02-01',
      },
    ],
  })
})

test('jobsJson has null for what a job leaves out, and the typed texts', async () => {
  await w.newJob({ location: 'By the harbor', salary_range: 'Good pay' })
  const [job] = (await json()).jobs
  expect(job).toMatchObject({ location: 'By the harbor', salary: 'Good pay' })
  expect(job).toMatchObject({ team: null, employment_types: null, workplace: null })
  expect(job?.closes_on).toBeNull()
})

test('jobsJson is empty without active jobs', async () => {
  await w.newJob({ is_active: false })
  expect(await json()).toEqual({ site: 'Rye & Sons', updated_at: null, jobs: [] })
})

/** The feed of the jobs that match a query. */
async function feed(query = '') {
  const { page, ...search } = readSearch(new URLSearchParams(query))
  const [jobs, facets] = await Promise.all([
    w.visitor.client.jobs.active.$get({ query: search }),
    w.visitor.client.jobs.active.facets.$get({ query: search }),
  ])
  const list = { jobs: await jobs.json(), last: 3 }
  const found = { search: { ...search, page }, facets: await facets.json(), list }
  return atomFeed(site, { ...found, ...(await changed()) }, english)
}

test('atomFeed says when a job was first active, and escapes names', async () => {
  await w.newJob({
    title: 'Baker <b>',
    created_at: '2026-01-02T03:04:05.678Z',
    first_active_at: '2026-02-03T04:05:06.789Z',
  })
  const text = await feed()
  expect(text).toContain('<published>2026-02-03T04:05:06.789Z</published>')
  expect(text).toContain('<title>Baker &lt;b&gt;</title>')
  expect(text).toContain('<title>Open positions at Rye &amp; Sons</title>')
  expect(text).toContain('<link rel="self" href="https://jobs.example.com/feed.xml"/>')
  expect(text).toContain('<link href="https://jobs.example.com/jobs"/>')
})

test.each([
  ['closed', (id: number) => ['POST', `/jobs/${id}/deactivate`]],
  ['deleted', (id: number) => ['DELETE', `/jobs/${id}`]],
  ['moved to another team', (id: number) => ['PUT', `/jobs/${id}`, { team: 'Fleet' }]],
] as const)('the feed and jobs.json go on to the time a job is %s', async (_, call) => {
  const earlier = '2026-01-01T00:00:00.000Z'
  await w.newJob({ team: 'Kitchen', first_active_at: earlier, updated_at: earlier })
  const later = {
    updated_at: '2026-02-04T00:00:00.000Z',
    first_active_at: '2026-02-03T00:00:00.000Z',
  }
  const id = await w.newJob({ team: 'Kitchen', ...later })
  const updated = async () =>
    /<updated>(.*)<\/updated>\n(?:<entry>|<\/feed>)/.exec(await feed('team=kitchen'))?.[1]
  expect([await updated(), (await json()).updated_at]).toEqual(Array(2).fill(later.updated_at))
  const before = new Date().toISOString()
  const [method, path, body] = call(id) as [string, string, unknown?]
  expect((await (await w.as('joe')).send(method, path, body)).status).toBeLessThan(300)
  const { updated_at } = await json()
  expect(updated_at! >= before).toBe(true)
  expect(await updated()).toBe(updated_at)
})

test('a draft that was never active changes no feed', async () => {
  await w.newJob({ is_active: false, updated_at: '2027-01-01T00:00:00.000Z' })
  expect((await changed()).updated_at).toBe(null)
})

test.each([
  ['/page/about', 'https://jobs.example.com/page/about'],
  ['?ref=a&amp;b=c', 'https://jobs.example.com/jobs/ID/apply?ref=a&amp;b=c'],
  ['#pay', 'https://jobs.example.com/jobs/ID/apply#pay'],
  ['https://example.org/a', 'https://example.org/a'],
  ['mailto:jobs@example.org', 'mailto:jobs@example.org'],
])('a link to %s in the feed is %s', async (href, absolute) => {
  const id = await w.newJob({ description: `<p><a href="${href}" rel="noopener">a</a></p>` })
  const address = absolute.replace('ID', String(id))
  expect(await feed()).toContain(xmlText(`<a href="${address}" rel="noopener">`))
})

test('pictures in the feed have absolute addresses', async () => {
  const src = '/media/0123456789abcdef0123456789abcdef/1200.jpg'
  await w.newJob({ description: `<p>a</p><figure><img src="${src}" alt="" /></figure>` })
  expect(await feed()).toContain(`&lt;img src=&quot;https://jobs.example.com${src}&quot; alt=`)
})

test('an entry says the language of a job that has one of its own', async () => {
  await w.newJob({ title: 'Bäcker', language: 'de' })
  expect(await feed()).toMatch(/<entry xml:lang="de">\n.*\n<title>Bäcker</)
})

test('the title and links of a filtered feed say the filters', async () => {
  await w.newJob({ title: 'Baker', team: 'Kitchen', workplace: 'remote' })
  await w.newJob({ title: 'Driver', team: 'Fleet' })
  const text = await feed('workplace=remote&team=KITCHEN&team=Bar&q=bread&page=2')
  expect(text).toContain(
    '<title>Open positions at Rye &amp; Sons: bread, bar, Kitchen, Remote</title>',
  )
  const at = (path: string, page: string) =>
    `https://jobs.example.com${path}?${page}q=bread&amp;team=bar&amp;team=kitchen&amp;workplace=remote`
  expect(text).toContain(`<id>${at('/feed.xml', '')}</id>`)
  expect(text).toContain(`<link rel="self" href="${at('/feed.xml', 'page=2&amp;')}"/>`)
  expect(text).toContain(`<link rel="previous" href="${at('/feed.xml', '')}"/>`)
  expect(text).toContain(`<link rel="next" href="${at('/feed.xml', 'page=3&amp;')}"/>`)
  expect(text).toContain(`<link href="${at('/jobs', 'page=2&amp;')}"/>`)
  expect([...text.matchAll(/<entry>/g)]).toHaveLength(1)
  expect(text).toContain('<title>Baker</title>')
})
