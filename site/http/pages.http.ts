import { beforeAll, describe, expect, test } from 'vitest'
import { visibleText } from '#api/core/http/contract/text.ts'
import { linksIn, type Part, readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const journey = startJourney({ SMTP_URL: '' })
const call = staffCalls(journey)
const read = (path: string, init?: RequestInit) => readPage(journey.url + path, init)
const set = (key: string, value: string) => call('PUT', `/settings/key/${key}`, { value })
const textsOf = (parts: Part[]) => parts.map(({ text }) => text)
const headings = (part: Part, level = 1) => textsOf(part.all(`h${level}`))

type Job = Record<'id' | 'title' | 'team' | 'description' | 'location_text' | 'salary_text', string>
const active = () => call('GET', '/jobs/active') as Promise<Job[]>
/** The list item with this heading. */
const cardOf = (main: Part, title: string) =>
  main.all('li').find((item) => [...headings(item, 2), ...headings(item, 3)].includes(title))!
const applyLinks = (part: Part) => part.all('a').filter(({ text }) => text.startsWith('Apply Now'))

describe('Public pages', () => {
  test('Home shows name, tagline, the page home, and a card for each active job', async () => {
    const { main } = await read('/')
    expect(headings(main)).toEqual(['Welcome to Brackwater Instruments'])
    expect(main.text).toContain('We build instruments that measure rivers, lakes and coasts.')
    expect(main.text).toContain('How high is the river, how salty is the estuary')
    expect(headings(main, 2)).toContain('Featured Job Openings')
    for (const name of ['View Open Positions', 'View All Jobs']) {
      const link = main.all('a').find(({ text }) => text.startsWith(name))
      expect(link?.attributes.href).toBe('/jobs')
    }
    const jobs = await active()
    expect(applyLinks(main)).toHaveLength(jobs.length)
    expect(jobs.some(({ salary_text }) => salary_text)).toBe(true)
    for (const { id, title, location_text, salary_text, description } of jobs) {
      const card = cardOf(main, title)
      expect(card.text).toContain(location_text)
      expect(card.text).toContain(salary_text ?? '')
      expect(card.text).toContain(visibleText(description).slice(0, 100))
      expect(linksIn(card)).toEqual([`/jobs/${id}/apply`])
    }
  })

  test('Home links to the jobs of each team below its hero, and says how many there are', async () => {
    const { main } = await read('/')
    const jobs = await active()
    const teams = main.one('nav', { 'aria-label': 'Positions by team' })
    const links = linksIn(teams) as string[]
    expect(links[0]).toBe('/jobs')
    expect(links.length).toBeGreaterThan(2)
    const counts = textsOf(teams.all('a')).map((text) => Number(/\d+$/.exec(text)?.[0]))
    expect(counts[0]).toBe(jobs.length)
    for (const [at, link] of links.entries()) {
      if (at) expect(link).toMatch(/^\/jobs\?team=/)
      expect([link, applyLinks((await read(link)).main).length]).toEqual([link, counts[at]])
    }
  })

  test('Open Positions shows team, location, type, pay and up to 150 characters of each job', async () => {
    const { main } = await read('/jobs')
    expect(headings(main)).toEqual(['Open Positions'])
    for (const { id, title, description, ...job } of await active()) {
      const card = cardOf(main, title)
      for (const fact of [job.team, job.location_text, job.salary_text])
        expect(card.text).toContain(fact ?? '')
      expect(card.text).toMatch(/Full time|Part time|Internship/)
      const whole = visibleText(description)
      const cut = whole.slice(0, whole.lastIndexOf(' ', 150)).replace(/\.$/, '')
      expect(textsOf(card.all('p')).at(-2)).toBe(whole.length > 150 ? `${cut}...` : whole)
      expect(linksIn(card)).toEqual([`/jobs/${id}/apply`])
    }
  })

  test('a job shows location, pay, date, description and requirements, if any', async () => {
    const { main } = await read('/jobs/1/apply')
    expect(headings(main)).toEqual(['Calibration Technician'])
    for (const fact of ['Port Ellery, Ireland', '€34,000–39,000 a year', 'Posted'])
      expect(main.one('article').text).toContain(fact)
    for (const name of ['Job Description', 'Requirements', 'Apply for this position'])
      expect(headings(main, 2)).toContain(name)
    expect(main.text).toContain('At least 400 characters')
    expect(textsOf(main.all('button'))).toContain('Submit Application')
    await call('PUT', '/jobs/2', { requirements: null })
    journey.rows(
      "UPDATE jobs SET first_active_at = '2026-03-04T05:06:07.890Z' WHERE id = 2 RETURNING id",
    )
    // Changed directly in the database: the server follows within a second.
    await expect
      .poll(async () => (await read('/jobs/2/apply')).main.text)
      .toContain('Posted 4 March 2026')
    const other = (await read('/jobs/2/apply')).main
    expect(headings(other, 2)).toContain('Job Description')
    expect(headings(other, 2)).not.toContain('Requirements')
  })

  test('the success page names the position, the next steps and links', async () => {
    const { main } = await read('/application/success?jobId=1&jobTitle=Anything%20at%20all')
    expect(headings(main)).toEqual(['Application Submitted Successfully!'])
    expect(main.text).toContain('Thank you for applying for Calibration Technician.')
    expect(main.text).not.toContain('Anything at all')
    expect(headings(main, 2)).toContain('What happens next?')
    for (const text of ['within 1-2 business days', 'If your profile matches'])
      expect(main.text).toContain(text)
    expect(main.text).not.toContain('email confirmation')
    expect(linksIn(main)).toEqual(['/application', '/application', '/jobs', '/'])
    const unnamed = (await read('/application/success')).main
    expect(headings(unnamed)).toEqual(['Application Submitted Successfully!'])
    expect(unnamed.text).not.toContain('Thank you for applying for')
    expect(unnamed.text).toContain('If you have not sent one yet')
  })

  test('a page shows its title and content', async () => {
    const { main } = await read('/page/about')
    expect(headings(main)).toEqual(['About Brackwater'])
    expect(main.text).toContain('In 1996 the county bought a tide gauge')
  })

  test('/accessibility says what is tested and whom to tell', async () => {
    const { main } = await read('/accessibility')
    expect(headings(main)).toEqual(['Accessibility'])
    expect(main.text).toContain('by keyboard alone')
    expect(main.text).toMatch(/This site runs a version built on \d/)
    expect(linksIn(main)).toContain('mailto:careers@brackwater.example.com')
  })

  test('header and footer show navigation, name, contact and social links', async () => {
    await set('facebook_url', 'https://facebook.example/brackwater')
    await set('twitter_url', 'https://x.example/brackwater')
    for (const path of ['/', '/jobs', '/jobs/1/apply', '/application/success', '/page/about']) {
      const page = await read(path)
      const menu = page.one('nav', { 'aria-label': 'Main' })
      const links = menu.all('a').map(({ text, attributes }) => [text, attributes.href])
      expect(links).toEqual([
        ['Home', '/'],
        ['Jobs', '/jobs'],
        ['About', '/page/about'],
      ])
      expect(page.all('header')[0]?.text).toContain('Brackwater Instruments')
      const footer = page.one('footer')
      expect(footer.text).toMatch(/^Brackwater Instruments\s*We build instruments that measure/)
      expect(linksIn(footer)).toEqual([
        'mailto:careers@brackwater.example.com',
        'https://www.linkedin.com/company/brackwater-instruments',
        'https://x.example/brackwater',
        'https://facebook.example/brackwater',
        '/accessibility',
      ])
    }
  })

  test.each([
    ['/', 'Brackwater Instruments'],
    ['/jobs', 'Open Positions - Careers | Brackwater Instruments'],
    ['/jobs/1/apply', 'Calibration Technician - Careers | Brackwater Instruments'],
    ['/jobs/99999/apply', 'Job not found - Careers | Brackwater Instruments'],
    ['/application/success', 'Application Submitted - Careers | Brackwater Instruments'],
    ['/page/about', 'About Brackwater | Brackwater Instruments'],
    ['/login', 'Sign in | Brackwater Instruments'],
  ])('the document title of %s is %s', async (path, title) => {
    expect((await read(path)).title).toBe(title)
  })

  test("the meta description is the page's, else the site's, else the default", async () => {
    const description = async (path: string) => (await read(path)).meta('description')
    expect(await description('/page/about')).toMatch(/^Forty-one people/)
    expect(await description('/jobs')).toMatch(/^Brackwater Instruments in Port Ellery builds/)
    await set('default_meta_description', '')
    expect(await description('/jobs')).toBe(
      'Company website with job board and content management system',
    )
  })

  test('pages without open positions say so', async () => {
    const open = journey.rows('SELECT id FROM jobs WHERE is_active = 1').map(({ id }) => id)
    journey.rows('UPDATE jobs SET is_active = 0 RETURNING id')
    try {
      const sentence = "We don't have any open positions at the moment. Please check back later!"
      await expect.poll(async () => (await read('/jobs')).main.text).toContain(sentence)
      expect((await read('/jobs')).main.text).toContain('No Open Positions')
      const { main } = await read('/')
      expect(main.text).toContain(sentence)
      expect(applyLinks(main)).toEqual([])
    } finally {
      journey.rows(`UPDATE jobs SET is_active = 1 WHERE id IN (${open}) RETURNING id`)
      await expect.poll(async () => (await read('/jobs')).main.text).toContain('Apply Now')
    }
  })

  test.each([
    ['/login', 'Please enable JavaScript to sign in'],
    ['/backoffice', 'Please enable JavaScript to use the back office'],
  ])('%s says that it needs JavaScript', async (path, sentence) => {
    const html = await (await fetch(journey.url + path)).text()
    expect(html).toMatch(new RegExp(`<noscript>.*${sentence}.*</noscript>`, 's'))
  })

  test.each(['/jobs/99999/apply', '/jobs/0/apply', '/jobs/9999999999999999/apply'])(
    '%s answers 404 with a link back to the jobs',
    async (path) => {
      const { status, main } = await read(path)
      expect(status).toBe(404)
      expect(headings(main)).toEqual(['Job not found'])
      const back = main.all('a').find(({ text }) => text === 'Back to Jobs')
      expect(back?.attributes.href).toBe('/jobs')
    },
  )
})

describe('The page of a job', () => {
  const newJob = async (fields: object) =>
    (await call('POST', '/jobs', { title: 'Cook', description: '<p>Cook.</p>', ...fields })).id
  const diver = {
    title: 'Diver',
    location: '',
    salary_range: 'Good pay',
    team: 'Probes',
    employment_types: ['PART_TIME'],
    workplace: 'onsite',
    places: [{ locality: 'Port Ellery', country: 'IE' }],
    pay_min: 20,
    pay_max: 25.5,
    pay_currency: 'EUR',
    pay_unit: 'hour',
    closes_on: '2099-12-31',
    contact_name: 'Maeve Daly',
    contact_text: 'Write to maeve@example.com.',
  }
  let id: number
  beforeAll(async () => {
    id = await newJob(diver)
  })
  const factsOf = (main: Part) => main.one('section', { 'aria-labelledby': 'facts' })

  test('shows all facts, and whom to ask', async () => {
    const facts = factsOf((await read(`/jobs/${id}/apply`)).main)
    const texts = facts.one('dl').all('div')
    expect(texts.map((row) => `${row.one('dt').text}: ${row.one('dd').text}`)).toEqual([
      'Location: Port Ellery, Ireland',
      'Workplace: On site',
      'Employment type: Part time',
      'Team: Probes',
      'Pay: Good pay',
      expect.stringMatching(/^Posted: \d+ \w+ 20\d\d$/),
      'Closes: 31 December 2099',
    ])
    expect(headings(facts, 3)).toEqual(['Ask Maeve Daly'])
    expect(linksIn(facts)).toContain('mailto:maeve@example.com')
  })

  test.each([
    ['', ['Cork, Ireland', 'Galway, Ireland', 'Sligo, Ireland', 'Tralee, Ireland']],
    ['Our four kitchens', ['Our four kitchens']],
  ])('with the location %j and four places shows %j', async (location, shown) => {
    const places = ['Cork', 'Galway', 'Sligo', 'Tralee'].map((locality) => ({
      locality,
      country: 'IE',
    }))
    const { main } = await read(`/jobs/${await newJob({ location, places })}/apply`)
    const first = factsOf(main).one('dl').all('div')[0]!
    expect(first.one('dt').text).toBe('Location')
    expect(textsOf(first.all('dd'))).toEqual(shown)
  })

  test('marks the texts of a job in another language, here and in the lists', async () => {
    const title = 'Köchin für die Werksküche'
    const job = await newJob({ title, requirements: '<p>Gern.</p>', language: 'de' })
    const german = async (path: string) => {
      const page = await read(path)
      expect(page.one('html').attributes.lang).toBe('en')
      const marked = ['h1', 'h2', 'h3', 'p', 'div', 'section'].flatMap((name) =>
        page.all(name, { lang: 'de' }),
      )
      return textsOf(marked).join(' | ')
    }
    const texts = await german(`/jobs/${job}/apply`)
    for (const text of [title, 'Cook.', 'Gern.']) expect(texts).toContain(text)
    for (const text of ['Job Description', 'Apply for this position'])
      expect(texts).not.toContain(text)
    for (const path of ['/', '/jobs']) expect(await german(path)).toContain(title)
    expect(await german(`/jobs/${id}/apply`)).not.toContain('Diver')
  })

  test('ends with other open positions, of which none is the job itself', async () => {
    const { main } = await read('/jobs/1/apply')
    const heading = main.all('h2').find(({ text }) => text === 'Other open positions')!
    const others = main.one('section', { 'aria-labelledby': heading.attributes.id! })
    const addresses = new Set(linksIn(others).filter((path) => path?.endsWith('/apply')))
    expect(addresses.size).toBe(3)
    expect(addresses).not.toContain('/jobs/1/apply')
    for (const path of addresses) expect((await read(path!)).status).toBe(200)
  })

  test('without script has its address as a link, and one to send it by email', async () => {
    const { main } = await read(`/jobs/${id}/apply`)
    const address = `${journey.url}/jobs/${id}/apply`
    const named = (name: string) => main.all('a').find(({ text }) => text === name)?.attributes.href
    expect(named('Link to this job')).toBe(address)
    const { searchParams } = new URL(named('Email this job') ?? '')
    expect(searchParams.get('subject')).toContain('Diver')
    expect(searchParams.get('body')).toBe(address)
  })
})
