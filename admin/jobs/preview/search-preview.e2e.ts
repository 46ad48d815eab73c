import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('The search preview of the job form', () => {
  const journey = startJourney()

  test('shows the share image of an active job, and a sentence in its place for others', async () => {
    const page = await journey.open('/backoffice/jobs/1/edit', { as: administrator })
    const preview = page.getByRole('complementary', { name: 'Search and sharing' })
    await preview.getByText('Details').click()
    const picture = preview.locator('img')
    await picture.scrollIntoViewIfNeeded()
    const html = await (await fetch(`${journey.url}/jobs/1/apply`)).text()
    const shared = /property="og:image" content="([^"]+)"/.exec(html)?.[1]
    expect(await picture.getAttribute('src')).toBe(new URL(shared ?? '').pathname)
    const width = () => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBe(1200)
    const outdated = preview.getByText('The image changes when you save.')
    expect(await outdated.count()).toBe(0)
    await page.getByLabel('Location').fill('Lisbon')
    await outdated.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Close now' }).click()
    await preview.getByText('Publish to see the share image').waitFor()
    expect(await picture.count()).toBe(0)
  })
})
