import { parse, validate } from 'fast-xml-parser'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import { world } from '#scripts/testing/world.ts'
import { boardFeed, withoutEntities } from './board-feed.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.reset())

const site = { site_name: 'Rye & Sons', public_url: 'https://jobs.example.com' }
const english = {
  language: 'en',
  languages: ['en', 'de'],
  words: languages.en,
  prefix: undefined,
} as const

async function feed(said: Parameters<typeof boardFeed>[2] = english, board?: string) {
  const active = await w.visitor.client.jobs.active.$get({ query: {} })
  const updated_at = '2026-02-04T00:00:00.000Z'
  const xml = await boardFeed(site, { jobs: await active.json(), updated_at }, said, board)
  expect(validate(xml)).toBe(true)
  const options = { parseNodeValue: false, arrayMode: /^job$/ }
  return parse(xml, options).source
}

test('the feed names what boards ask for', async () => {
  const id = await w.newJob({
    title: 'Baker & confectioner',
    description: '<p>Bread &amp; butter</p>',
    requirements: '<p>Early mornings</p>',
    team: 'Kitchen',
    workplace: 'hybrid',
    employment_types: ['FULL_TIME', 'PART_TIME'],
    places: [
      {
        locality: 'Port Ellery',
        region: 'Cork',
        postal_code: 'P12',
        street: 'Quay 1',
        country: 'IE',
      },
    ],
    pay_min: 48_000,
    pay_max: 58_000,
    pay_currency: 'EUR',
    pay_unit: 'year',
    first_active_at: '2026-02-03T04:05:06.789Z',
    closes_on: '2030-02-01',
  })
  const source = await feed()
  expect(source).toMatchObject({
    publisher: 'Rye & Sons',
    publisherurl: 'https://jobs.example.com',
    lastBuildDate: '2026-02-04T00:00:00.000Z',
  })
  expect(source.job).toEqual([
    {
      title: 'Baker & confectioner',
      date: '2026-02-03T04:05:06.789Z',
      referencenumber: String(id),
      requisitionid: String(id),
      url: `https://jobs.example.com/jobs/${id}/apply`,
      company: 'Rye & Sons',
      city: 'Port Ellery',
      state: 'Cork',
      country: 'IE',
      postalcode: 'P12',
      streetaddress: 'Quay 1',
      location: 'Port Ellery, Cork, Ireland · Hybrid',
      description: '<p>Bread & butter</p>\n<h2>Requirements</h2>\n<p>Early mornings</p>',
      salary: '€48,000–58,000 a year',
      jobtype: 'fulltime, parttime',
      category: 'Kitchen',
      remotetype: 'Hybrid remote',
      language: 'en',
      expirationdate: '2030-02-01',
    },
  ])
})

test('a job that says little leaves the elements out', async () => {
  await w.newJob({ title: 'Cook', location: 'By the harbor' })
  const [job] = (await feed()).job
  expect(job).toMatchObject({ city: 'By the harbor', location: 'By the harbor' })
  for (const name of ['country', 'salary', 'jobtype', 'category', 'remotetype', 'expirationdate'])
    expect(job).not.toHaveProperty(name)
})

test('the end of a CDATA section and characters that XML lacks do no harm', async () => {
  await w.newJob({
    title: 'A ]]> B ]]]]>',
    description: '<p>x ]]&gt; y\u000b\uffff</p>',
  })
  const [job] = (await feed()).job
  expect(job.title).toBe('A ]]> B ]]]]>')
  expect(job.description).toBe('<p>x ]]> y</p>')
})

test.each([
  ['<p>a &lt; b &amp; c &gt; d&nbsp;e</p>', '<p>a < b & c > d e</p>'],
  ['<p>write &lt;b&gt; and &lt;/b&gt;</p>', '<p>write &lt;b> and &lt;/b></p>'],
  ['<p>&amp;lt;b&amp;gt; R&amp;D</p>', '<p>&amp;lt;b&amp;gt; R&D</p>'],
  ['', ''],
])('the text %j is written as %j', (html, written) => {
  expect(withoutEntities(html)).toBe(written)
})

test('with a board, links say so; with a prefix, those of translated jobs have it', async () => {
  const id = await w.newJob({ title: 'Cook' })
  expect((await feed(english, 'adzuna')).job[0].url).toBe(
    `https://jobs.example.com/jobs/${id}/apply?utm_source=adzuna`,
  )
  const german = { ...english, language: 'de', words: languages.de, prefix: 'de' } as const
  expect((await feed(german)).job[0].url).toBe(`https://jobs.example.com/jobs/${id}/apply`)
})

test('without jobs the feed is empty', async () => {
  expect((await feed()).job).toBeUndefined()
})
