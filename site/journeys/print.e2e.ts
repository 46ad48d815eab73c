import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

/** Interactive elements that are visible in print. */
const useless = (page: Page) =>
  page.locator('nav, form, button, .button').filter({ visible: true }).count()

const lightness = (page: Page) =>
  page.evaluate(() => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(document.body).color)?.[1]))

describe('Print styles', () => {
  const journey = startJourney()
  const print = async (path: string, options = {}) => {
    const page = await journey.open(path, { ...options, colorScheme: 'dark' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    return page
  }

  test('print a job in dark ink without its form, and the job list without its search', async () => {
    const page = await print('/jobs/1/apply')
    await page.getByRole('heading', { name: 'Requirements' }).waitFor()
    expect(await useless(page)).toBe(0)
    expect(await lightness(page)).toBeLessThan(0.4)
    const list = await print('/jobs')
    await list
      .getByRole('link', { name: /^Apply Now/ })
      .first()
      .waitFor()
    expect(await useless(list)).toBe(0)
  })

  test('print an application as letter, notes and person', async () => {
    const page = await print('/backoffice/applications/1', { as: administrator })
    for (const name of ['Motivation letter', 'Notes', 'Job'])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByText('Reference', { exact: true }).waitFor()
    expect(await useless(page)).toBe(0)
    expect(await page.getByText('Update Status').isVisible()).toBe(false)
    expect(await lightness(page)).toBeLessThan(0.4)
  })
})
