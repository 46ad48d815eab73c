import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('The search preview of the job form', () => {
  const journey = startJourney()

  test('follows the input, and its links focus the fields', async () => {
    const page = await journey.open('/backoffice/jobs/1/edit', { as: administrator })
    const preview = page.getByRole('complementary', { name: 'Search and sharing' })
    const save = await page.getByRole('button', { name: 'Update Job' }).elementHandle()
    expect(
      await preview.evaluate(
        (it, save) => it.compareDocumentPosition(save!) & Node.DOCUMENT_POSITION_FOLLOWING,
        save,
      ),
    ).toBeTruthy()
    await page.getByLabel('Job Title *').fill('Harbor Diver')
    await preview.getByText('Harbor Diver - Careers | Brackwater Instruments').waitFor()
    await preview.getByText('Google can list this job.').waitFor()
    await page.getByLabel('Job Title *').fill('')
    await preview.getByText('Not ready for Google').waitFor()
    const title = preview.getByRole('listitem').filter({ hasText: 'missing, required' })
    await title.getByRole('link', { name: 'Title' }).click()
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '')
    expect(await focused()).toBe('title')
    const expectLinksToFocus = async () => {
      const links = await preview.locator('a[href^="#"]').all()
      for (const link of links) {
        const field = (await link.getAttribute('href'))?.slice(1) ?? ''
        await link.click()
        const isFocused = await page.evaluate((name) => {
          const control = document.activeElement?.closest(
            'input, select, button, [contenteditable]',
          )
          return control && control.closest(`#${name}`) !== null
        }, field)
        expect(isFocused, field).toBe(true)
      }
      return links.length
    }
    expect(await expectLinksToFocus()).toBe(7)
    await page.getByRole('radio', { name: 'Remote' }).check()
    await preview.getByRole('link', { name: 'Country to work from' }).waitFor()
    expect(await expectLinksToFocus()).toBe(8)
    await preview.getByRole('link', { name: 'Employer (in Settings)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByLabel('Name of the site').waitFor()
    await expect.poll(focused).toBe('section-site_name')
  })

  test('names who can change the employer to staff who do not manage settings', async () => {
    const as = await journey.createStaff(['manage_jobs'])
    const page = await journey.open('/backoffice/jobs/1/edit', { as })
    const employer = page.getByRole('listitem').filter({ hasText: 'Employer' })
    await employer.getByText('ask someone who manages the settings').waitFor()
    expect(await employer.getByRole('link').count()).toBe(0)
  })

  test('shows the share image of an active job, and a sentence in its place for others', async () => {
    const page = await journey.open('/backoffice/jobs/1/edit', { as: administrator })
    const preview = page.getByRole('complementary', { name: 'Search and sharing' })
    const picture = preview.locator('img')
    await picture.scrollIntoViewIfNeeded()
    const html = await (await fetch(`${journey.url}/jobs/1/apply`)).text()
    const shared = /property="og:image" content="([^"]+)"/.exec(html)?.[1]
    expect(await picture.getAttribute('src')).toBe(new URL(shared ?? '').pathname)
    const width = () => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBe(1200)
    const outdated = preview.getByText('The picture changes when you save.')
    expect(await outdated.count()).toBe(0)
    await page.getByLabel('Location').fill('Lisbon')
    await outdated.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Close now' }).click()
    await preview.getByText('Publish to see the share image').waitFor()
    expect(await picture.count()).toBe(0)
  })
})
