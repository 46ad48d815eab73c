import fc from 'fast-check'
import jsonld from 'jsonld'
import { describe, expect, test } from 'vitest'
import { visibleText } from '#api/core/http/contract/text.ts'
import { sanitize } from '#api/core/rich-text/rich-text.ts'
import { employmentTypes, payUnits, workplaces } from '#db/enums.ts'
import { jobPostingErrors } from '#scripts/testing/job-posting.ts'
import { countries, currencies } from './contract/countries.ts'
import { endOfDay } from './contract/end-of-day.ts'
import { jobPosting, type PostingSite, postingChecks } from './contract/posting.ts'
import { jobInput } from './contract.ts'

const site: PostingSite = {
  name: 'Brackwater',
  url: 'https://jobs.example.com',
  timeZone: 'Europe/Dublin',
  words: { requirements: 'Requirements', remoteIn: 'Remote ({countries})' },
  language: 'en',
  locale: 'en-GB',
}

const port = {
  locality: 'Port Ellery',
  region: 'Munster',
  postal_code: 'P12',
  street: '1 Quay',
  country: 'IE',
}
const plain = {
  id: 7,
  title: 'Baker',
  description: '<p>Bake bread.</p>',
  requirements: null,
  employment_types: null,
  workplace: null,
  places: [port],
  remote_countries: null,
  pay_min: null,
  pay_max: null,
  pay_currency: null,
  pay_unit: null,
  closes_on: null,
  first_active_at: '2026-11-20T08:00:00.000Z',
}
const posted = (change: object) => jobPosting({ ...plain, ...change }, site)

test('a job with all fields is a whole posting', () => {
  const job = {
    title: ' Head baker ',
    requirements: '<h3>You</h3><ul><li>rise early</li></ul>',
    employment_types: ['FULL_TIME', 'TEMPORARY'],
    workplace: 'hybrid',
    pay_min: 48_000,
    pay_max: 58_000,
    pay_currency: 'EUR',
    pay_unit: 'year',
    closes_on: '2026-12-31',
  }
  expect(posted(job)).toEqual({
    posting: {
      '@context': 'https://schema.org/',
      '@type': 'JobPosting',
      title: 'Head baker',
      description:
        '<p>Bake bread.</p>\n<h2>Requirements</h2>\n<h3>You</h3>\n<ul><li>rise early</li></ul>',
      identifier: { '@type': 'PropertyValue', name: 'Brackwater', value: '7' },
      datePosted: '2026-11-20T08:00:00.000Z',
      validThrough: '2026-12-31T23:59:59+00:00',
      employmentType: ['FULL_TIME', 'TEMPORARY'],
      hiringOrganization: {
        '@type': 'Organization',
        name: 'Brackwater',
        sameAs: 'https://jobs.example.com',
      },
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '1 Quay',
          addressLocality: 'Port Ellery',
          addressRegion: 'Munster',
          postalCode: 'P12',
          addressCountry: 'IE',
        },
      },
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'EUR',
        value: {
          '@type': 'QuantitativeValue',
          minValue: 48_000,
          maxValue: 58_000,
          unitText: 'YEAR',
        },
      },
      directApply: true,
      url: 'https://jobs.example.com/jobs/7/apply',
    },
  })
})

test.each([
  ['without a place', { places: null, location: 'Cork' }, ['jobLocation']],
  ['hybrid without a place', { places: null, workplace: 'hybrid' }, ['jobLocation']],
  ['with a place without country', { places: [{ ...port, country: '' }] }, ['jobLocation']],
  [
    'remote without any country',
    { places: null, workplace: 'remote' },
    ['applicantLocationRequirements'],
  ],
  ['with a title for a description', { description: '<p>baker</p>' }, ['description']],
  ['without text', { title: ' ', description: '<p></p>' }, ['title', 'description']],
  ['that was never active', { first_active_at: null }, ['datePosted']],
])('a job %s has no posting', (_what, change, missing) => {
  expect(posted(change)).toEqual({ missing })
})

test('a remote job names its own countries, or those of its places', () => {
  const remote = { workplace: 'remote', remote_countries: ['PT', 'IE'] }
  const both = posted({ ...remote, places: null }).posting
  expect(both?.applicantLocationRequirements).toEqual([
    { '@type': 'Country', name: 'Portugal' },
    { '@type': 'Country', name: 'Ireland' },
  ])
  expect(both).toMatchObject({ jobLocationType: 'TELECOMMUTE' })
  expect(both?.jobLocation).toBeUndefined()
  expect(both?.description).toBe('<p>Bake bread.</p>\n<p>Remote (Portugal; Ireland)</p>')
  expect(posted({ workplace: 'remote' }).posting).toMatchObject({
    jobLocation: { '@type': 'Place' },
    applicantLocationRequirements: { '@type': 'Country', name: 'Ireland' },
  })
})

test('an amount that is not given is not invented', () => {
  const pay = { pay_currency: 'JPY', pay_unit: 'hour' }
  const value = (change: object) => posted({ ...pay, ...change }).posting?.baseSalary?.value
  const of = { '@type': 'QuantitativeValue', unitText: 'HOUR' }
  expect(value({ pay_min: 0 })).toEqual({ ...of, minValue: 0 })
  expect(value({ pay_max: 1200.5 })).toEqual({ ...of, maxValue: 1200.5 })
  expect(value({})).toBeUndefined()
})

test('headings stay, links and classes go, and text stays escaped', () => {
  const description = sanitize(
    '<h1 class="align-center">Us &lt;b&gt;</h1><p>See <a href="https://x.example">x</a><br>' +
      '<strong class="tone-red">now</strong></p>',
  )
  expect(posted({ description }).posting?.description).toBe(
    '<h1>Us &lt;b&gt;</h1>\n<p>See x<br><strong>now</strong></p>',
  )
})

test('pictures go with their captions, and are no description', () => {
  const figure = `<figure><img src="/media/${'0'.repeat(32)}/1200.jpg" alt="" /><figcaption>a</figcaption></figure>`
  expect(posted({ description: `<p>b</p>${figure}` }).posting?.description).toBe('<p>b</p>')
  expect(posted({ description: figure }).missing).toEqual(['description'])
})

test('the checks say what is missing of what Google requires and recommends', () => {
  const checks = (change: object) =>
    postingChecks({ ...plain, ...change }, site)
      .filter(({ isPresent }) => !isPresent)
      .map(({ property, isRequired }) => `${property}${isRequired ? ' *' : ''}`)
  expect(checks({})).toEqual(['employmentType', 'baseSalary', 'validThrough'])
  expect(checks({ places: [{ ...port, street: null }] })).toContain('address')
  expect(checks({ places: [] })).toContain('jobLocation *')
  expect(checks({ places: [], workplace: 'remote' })).toContain('applicantLocationRequirements *')
})

describe('endOfDay', () => {
  test('in an unknown time zone is in UTC', () => {
    expect(endOfDay('2026-11-22', 'Mars/Olympus_Mons')).toBe('2026-11-22T23:59:59+00:00')
  })

  test.each([
    ['2026-12-31', 'UTC', '2026-12-31T23:59:59+00:00'],
    ['2026-07-01', 'Europe/Dublin', '2026-07-01T23:59:59+01:00'],
    ['2026-03-28', 'Europe/Berlin', '2026-03-28T23:59:59+01:00'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T23:59:59+02:00'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:59:59+01:00'],
    ['2028-02-29', 'Asia/Kathmandu', '2028-02-29T23:59:59+05:45'],
    ['2026-11-22', 'America/St_Johns', '2026-11-22T23:59:59-03:30'],
    ['2026-01-31', 'Pacific/Kiritimati', '2026-01-31T23:59:59+14:00'],
    // The clocks go back from 24:00 to 23:00: the second 23:59:59 is the last.
    ['2026-10-29', 'Africa/Cairo', '2026-10-29T23:59:59+02:00'],
    // The clocks go forward from 24:00 to 01:00.
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T23:59:59+02:00'],
    // Samoa left this day out.
    ['2011-12-30', 'Pacific/Apia', '2011-12-29T23:59:59-10:00'],
    ['9999-12-31', 'Europe/Berlin', '9999-12-31T23:59:59+01:00'],
  ])('of %s in %s is %s', (date, timeZone, end) => {
    expect(endOfDay(date, timeZone)).toBe(end)
  })
})

describe('500 generated jobs', () => {
  const words = fc.constantFrom('Cork', 'Co. "Kerry" <b>', 'Straße 7 & 8', '</script><p>', '東京')
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
  const html = fc
    .array(
      fc.constantFrom(
        '<h2 class="align-center">What you do</h2>',
        '<ul><li>bake &amp; sell</li></ul>',
        '<p>Bread<br>Cake</p>',
        '<ol><li><em>one</em></li></ol>',
        '<p>&lt;/script&gt;</p>',
        '<p><a href="https://x.example/?a&amp;b">us</a> <s>old</s></p>',
        '<p>Baker</p>',
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => sanitize(parts.join('')))
  const country = fc.constantFrom(...countries)
  const amount = fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.constantFrom(0, 15.5, 1e9))
  const generated = fc.record({
    title: fc.constantFrom('Baker', 'Head baker (m/f/d) <b>', '</script>', '"Chef" & cook'),
    description: html,
    requirements: maybe(html),
    location: maybe(words),
    workplace: maybe(fc.constantFrom(...workplaces)),
    employment_types: maybe(fc.subarray([...employmentTypes])),
    places: maybe(
      fc.array(
        fc.record({
          locality: maybe(words),
          region: maybe(words),
          postal_code: maybe(words),
          street: maybe(words),
          country,
        }),
        { maxLength: 3 },
      ),
    ),
    remote_countries: maybe(fc.array(country, { maxLength: 4 })),
    pay: fc.tuple(maybe(amount), maybe(amount)),
    pay_currency: fc.constantFrom(...currencies),
    pay_unit: fc.constantFrom(...payUnits),
    closes_on: maybe(fc.constantFrom('2026-12-31', '2028-02-29', '2027-03-28', '2027-10-31')),
    timeZone: fc.constantFrom('UTC', 'Europe/Dublin', 'Asia/Kathmandu', 'America/St_Johns'),
  })
  const cases = fc
    .sample(generated, { numRuns: 500, seed: 13 })
    .map(({ pay, timeZone, ...job }) => {
      const amounts = pay.filter((amount) => amount !== null)
      const isRange = amounts.length === 2
      const pay_min = isRange ? Math.min(...amounts) : pay[0]
      const pay_max = isRange ? Math.max(...amounts) : pay[1]
      // As the API would store it.
      const input = jobInput.parse({ ...job, pay_min, pay_max })
      return {
        job: { ...plain, ...input, places: input.places ?? null },
        site: { ...site, timeZone },
      }
    })
  const postings = cases.flatMap(({ job, site }) => {
    const { posting } = jobPosting(job, site)
    return posting ? [{ job, site, posting }] : []
  })

  test('have a posting wherever the job names a country, and none elsewhere', () => {
    for (const { job, site } of cases) {
      const hasPlace = Boolean(job.places?.length)
      const isRemote = job.workplace === 'remote'
      const saysMore = visibleText(job.description) !== job.title
      const isPossible =
        saysMore && (hasPlace || (isRemote && Boolean(job.remote_countries?.length)))
      expect(Boolean(jobPosting(job, site).posting), JSON.stringify(job)).toBe(isPossible)
    }
    expect(postings.length).toBeGreaterThan(200)
    expect(postings.length).toBeLessThan(450)
  })

  test("meet Google's requirements", () => {
    for (const { posting, job } of postings)
      expect(jobPostingErrors(JSON.parse(JSON.stringify(posting))), JSON.stringify(job)).toEqual([])
  })

  test('say of each job what it says, and nothing else', () => {
    const listOf = (value: unknown) => (Array.isArray(value) ? value : value ? [value] : [])
    for (const { posting, job, site } of postings) {
      const isRemote = job.workplace === 'remote'
      expect(posting.title).toBe(job.title)
      expect(listOf(posting.employmentType)).toEqual(job.employment_types ?? [])
      expect(
        listOf(posting.jobLocation).map(({ address }) => [
          address.streetAddress,
          address.addressLocality,
          address.addressRegion,
          address.postalCode,
          address.addressCountry,
        ]),
      ).toEqual(
        (job.places ?? []).map(({ street, locality, region, postal_code, country }) => [
          ...[street, locality, region, postal_code].map((part) => part ?? undefined),
          country,
        ]),
      )
      const from = job.remote_countries ?? job.places?.map(({ country }) => country) ?? []
      const names = new Intl.DisplayNames(['en'], { type: 'region' })
      expect(listOf(posting.applicantLocationRequirements).map(({ name }) => name)).toEqual(
        isRemote ? [...new Set(from)].map((code) => names.of(code)) : [],
      )
      expect(posting.jobLocationType).toBe(isRemote ? 'TELECOMMUTE' : undefined)
      const { minValue, maxValue } = (posting.baseSalary?.value ?? {}) as Record<string, number>
      expect([minValue, maxValue]).toEqual([job.pay_min ?? undefined, job.pay_max ?? undefined])
      const end = posting.validThrough
      expect(end?.slice(0, 10)).toBe(job.closes_on ?? undefined)
      if (end) expect(clock(end, site.timeZone)).toBe(`${job.closes_on}, 23:59:59`)
      for (const html of [job.description, job.requirements ?? ''])
        expect(visibleText(posting.description ?? '')).toContain(visibleText(html))
    }
  })

  /** The day and the time that clocks in the zone show. */
  const clock = (time: string, timeZone: string) =>
    new Date(time).toLocaleString('sv-SE', { timeZone }).replace(' ', ', ')

  test('are read by a JSON-LD processor without loss', async () => {
    const options = {
      documentLoader: async (url: string) => ({ document: context, documentUrl: url }),
      // Throws where the processor would drop something.
      safe: true,
    }
    for (const { posting } of postings) {
      const expanded = await jsonld.expand(posting as jsonld.NodeObject, options)
      expect(expanded).toHaveLength(1)
      const compacted = await jsonld.compact(expanded, schemaOrg, options)
      expect(compacted).toEqual(posting)
    }
  })
})

/** The types of jsonld don't know that a context may be an address. */
const schemaOrg = 'https://schema.org/' as unknown as jsonld.ContextDefinition

/** The part of schema.org's context that JobPosting needs; without @vocab, unknown terms vanish. */
const context = {
  '@context': {
    ...Object.fromEntries(
      [
        'JobPosting',
        'Organization',
        'Place',
        'PostalAddress',
        'Country',
        'PropertyValue',
        'MonetaryAmount',
        'QuantitativeValue',
        'title',
        'description',
        'identifier',
        'name',
        'value',
        'employmentType',
        'hiringOrganization',
        'jobLocation',
        'jobLocationType',
        'address',
        'streetAddress',
        'addressLocality',
        'addressRegion',
        'postalCode',
        'addressCountry',
        'applicantLocationRequirements',
        'baseSalary',
        'currency',
        'minValue',
        'maxValue',
        'unitText',
        'directApply',
      ].map((term) => [term, `http://schema.org/${term}`]),
    ),
    datePosted: { '@id': 'http://schema.org/datePosted', '@type': 'http://schema.org/Date' },
    validThrough: {
      '@id': 'http://schema.org/validThrough',
      '@type': 'http://schema.org/DateTime',
    },
    sameAs: { '@id': 'http://schema.org/sameAs', '@type': '@id' },
    url: { '@id': 'http://schema.org/url', '@type': '@id' },
  },
}
