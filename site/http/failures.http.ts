import { afterEach, describe, expect, test } from 'vitest'
import { type Part, readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const heading = (part: Part) => part.one('h1').text
const linkTo = (part: Part, name: string) =>
  part.all('a').find(({ text }) => text === name)?.attributes.href

describe('Pages of a site that cannot read its database', () => {
  const journey = startJourney()
  let mend = () => {}
  const read = (path: string) => readPage(journey.url + path)

  /** Takes what reads of the table need; a start still succeeds, as no trigger names the column. */
  function takeColumn(table: string, column: string) {
    journey.rows(`ALTER TABLE ${table} RENAME COLUMN ${column} TO away`)
    mend = () => {
      journey.rows(`ALTER TABLE ${table} RENAME COLUMN away TO ${column}`)
      mend = () => {}
    }
  }
  afterEach(() => mend())

  test.each([
    [
      'jobs',
      'is_listed',
      {
        '/': ['Failed to load homepage content', 'Try again', '/'],
        '/jobs': ['Failed to load jobs', 'Try again', '/jobs'],
        '/jobs/1/apply': ['Failed to load job details', 'Back to Jobs', '/jobs'],
      },
    ],
    [
      'pages',
      'title',
      {
        '/': ['Failed to load homepage content', 'Try again', '/'],
        '/page/about': ['Failed to load page', 'Try again', '/page/about'],
      },
    ],
  ])(
    'show their error and a way on until the table %s is repaired',
    async (table, column, pages) => {
      takeColumn(table, column)
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
    },
  )

  test('the success page falls back to the default site name without a job title', async () => {
    const path = '/application/success?jobId=7&jobTitle=Anything'
    takeColumn('settings', 'value')
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
    journey.rows('ALTER TABLE settings RENAME TO settings_away')
    await expect(journey.restart()).rejects.toThrow(
      /\nFoyer cannot start: .*: SQLITE_ERROR: no such table: main.settings\n$/,
    )
  })
})
