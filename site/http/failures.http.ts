import { afterEach, describe, expect, test } from 'vitest'
import { type Part, readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const heading = (part: Part) => part.one('h1').text
const linkTo = (part: Part, name: string) =>
  part.all('a').find(({ text }) => text === name)?.attributes.href

describe('Pages of a site that cannot read its database', () => {
  const journey = startJourney()
  let away = ''
  const read = (path: string) => readPage(journey.url + path)

  function take(table: string) {
    journey.rows(`ALTER TABLE ${table} RENAME TO ${table}_away`)
    away = table
  }
  function mend() {
    if (away) journey.rows(`ALTER TABLE ${away}_away RENAME TO ${away}`)
    away = ''
  }
  afterEach(mend)

  test.each([
    [
      'jobs',
      {
        '/': ['Failed to load homepage content', 'Try again', '/'],
        '/jobs': ['Failed to load jobs', 'Try again', '/jobs'],
        '/jobs/1/apply': ['Failed to load job details', 'Back to Jobs', '/jobs'],
      },
    ],
    [
      'pages',
      {
        '/': ['Failed to load homepage content', 'Try again', '/'],
        '/page/about': ['Failed to load page', 'Try again', '/page/about'],
      },
    ],
  ])('show their error and a way on until the table %s is repaired', async (table, pages) => {
    take(table)
    // A fresh server has no cached page yet.
    await journey.restart()
    for (const [path, [sentence, link = '', target]] of Object.entries(pages)) {
      const page = await read(path)
      expect([path, page.status]).toEqual([path, 503])
      expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(heading(page.main)).toBe(sentence)
      expect(linkTo(page.main, link)).toBe(target)
      expect(page.one('nav', { 'aria-label': 'Main' }).all('a')).not.toEqual([])
      page.one('footer')
    }
    mend()
    for (const [path, [sentence]] of Object.entries(pages)) {
      const { status, html } = await read(path)
      expect([path, status]).toEqual([path, 200])
      expect(html).not.toContain(sentence)
    }
  })

  test('the success page falls back to the default site name without a job title', async () => {
    const path = '/application/success?jobId=7&jobTitle=Anything'
    take('settings')
    const page = await read(path)
    expect(heading(page.main)).toBe('Application Submitted Successfully!')
    expect(page.title).toBe('Application Submitted - Careers | Company Name')
    expect(page.main.text).not.toContain('Thank you for applying for')
    mend()
    const mended = await read(path)
    expect(mended.title).toBe('Application Submitted - Careers | Brackwater Instruments')
    expect(mended.main.text).toContain('Thank you for applying for')
  })

  // Must be last: the server does not recover.
  test('a start with a missing table fails with one line that names it', async () => {
    take('settings')
    await expect(journey.restart()).rejects.toThrow(
      /\nFoyer cannot start: SQLITE_ERROR: no such table: settings\n$/,
    )
  })
})
