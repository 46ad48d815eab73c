import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

describe('When the server cannot read what a page shows, a visitor', () => {
  const journey = startJourney()
  let away = ''

  function take(table: string) {
    journey.rows(`ALTER TABLE ${table} RENAME TO ${table}_away`)
    away = table
  }
  function mend() {
    if (away) journey.rows(`ALTER TABLE ${away}_away RENAME TO ${away}`)
    away = ''
  }
  afterEach(mend)

  /** Each sentence stands on a whole page, and is gone as soon as the database is mended. */
  async function reads(sentences: Record<string, string>) {
    // A server that started like this has no page in memory yet.
    await journey.restart()
    const page = await journey.open('/login')
    for (const [path, sentence] of Object.entries(sentences)) {
      const answer = await page.goto(journey.url + path)
      expect([path, answer?.status()]).toEqual([path, 503])
      expect(answer?.headers()['retry-after']).toMatch(/^\d+$/)
      await heading(page, sentence)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor()
      await page.getByRole('contentinfo').waitFor()
    }
    mend()
    for (const [path, sentence] of Object.entries(sentences)) {
      const answer = await page.goto(journey.url + path)
      expect([path, answer?.status()]).toEqual([path, 200])
      expect(await page.getByText(sentence).count()).toBe(0)
    }
  }

  test('of jobs reads which of them, and the page itself once it is mended', async () => {
    take('jobs')
    await reads({
      '/': 'Failed to load homepage content',
      '/jobs': 'Failed to load jobs',
      '/jobs/1/apply': 'Failed to load job details',
    })
  })

  test('of pages reads which of them, and the page itself once it is mended', async () => {
    take('pages')
    await reads({ '/': 'Failed to load homepage content', '/page/about': 'Failed to load page' })
  })

  test('can try again, or go back to the jobs', async () => {
    take('jobs')
    await journey.restart()
    const page = await journey.open('/jobs/1/apply')
    await page.getByRole('link', { name: 'Back to Jobs' }).click()
    await heading(page, 'Failed to load jobs')
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Failed to load jobs')
    mend()
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Open Positions')
  })

  test('is thanked all the same, under the default name and without that of the job', async () => {
    take('settings')
    const page = await journey.open('/application/success?jobId=7&jobTitle=Anything')
    await heading(page, 'Application Submitted Successfully!')
    expect(await page.title()).toBe('Application Submitted - Careers | Company Name')
    expect(await page.getByText('Thank you for applying for').count()).toBe(0)
    mend()
    await page.reload()
    expect(await page.title()).toBe('Application Submitted - Careers | Brackwater Instruments')
    await page.getByText('Thank you for applying for').waitFor()
  })

  test.each(['/jobs/99999/apply', '/jobs/0/apply', '/jobs/9999999999999999/apply'])(
    'reads at %s, where there is no job, that it is not found, and has a way back',
    async (path) => {
      const page = await journey.open('/login')
      const answer = await page.goto(journey.url + path)
      expect(answer?.status()).toBe(404)
      await heading(page, 'Job not found')
      await page.getByRole('link', { name: 'Back to Jobs' }).click()
      await heading(page, 'Open Positions')
    },
  )

  // The last one here: the server does not come back.
  test('of a console reads in one line which table is missing', async () => {
    take('settings')
    await expect(journey.restart()).rejects.toThrow(
      /\nFoyer cannot start: SQLITE_ERROR: no such table: settings\n$/,
    )
  })
})
