import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

describe('Failing reads and missing jobs', () => {
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

  /** Each message is shown on a whole page, and disappears once the database is repaired. */
  async function reads(sentences: Record<string, string>) {
    // A fresh server has no cached page yet.
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

  test('job pages show their error until the database is repaired', async () => {
    take('jobs')
    await reads({
      '/': 'Failed to load homepage content',
      '/jobs': 'Failed to load jobs',
      '/jobs/1/apply': 'Failed to load job details',
    })
  })

  test('content pages show their error until the database is repaired', async () => {
    take('pages')
    await reads({ '/': 'Failed to load homepage content', '/page/about': 'Failed to load page' })
  })

  test('error pages offer a retry or the way back to the jobs', async () => {
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

  test('the success page falls back to the default site name without a job title', async () => {
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
    '%s answers 404 with a link back to the jobs',
    async (path) => {
      const page = await journey.open('/login')
      const answer = await page.goto(journey.url + path)
      expect(answer?.status()).toBe(404)
      await heading(page, 'Job not found')
      await page.getByRole('link', { name: 'Back to Jobs' }).click()
      await heading(page, 'Open Positions')
    },
  )

  // Must be last: the server does not recover.
  test('a start with a missing table fails with one line that names it', async () => {
    take('settings')
    await expect(journey.restart()).rejects.toThrow(
      /\nFoyer cannot start: SQLITE_ERROR: no such table: settings\n$/,
    )
  })
})
