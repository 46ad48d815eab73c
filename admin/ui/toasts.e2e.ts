import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('Toasts', () => {
  const journey = startJourney()
  const toasts = (page: Page) => page.getByLabel('Notifications')
  const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' })

  /** Cancels an edited tagline with Escape, which offers Undo. */
  async function offerUndo(page: Page) {
    await page.getByRole('button', { name: 'Edit Site Tagline' }).click()
    const field = page.getByRole('textbox', { name: 'Site Tagline' })
    await field.fill('Half a sentence')
    await field.press('Escape')
    await undo(page).waitFor()
  }

  const isOnTop = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      // Points inside the rounded corners.
      const points = [left + 10, right - 10].flatMap((x) =>
        [top + 4, bottom - 4].map((y) => [x, y]),
      )
      return points.every(([x = 0, y = 0]) => button.contains(document.elementFromPoint(x, y)))
    })

  test.each([
    [1440, 900],
    [768, 1024],
    [390, 700],
  ])('toasts do not cover the save button at %i x %i', async (width, height) => {
    const page = await journey.open('/backoffice', {
      as: administrator,
      viewport: { width, height },
    })
    await page.route('**/api/settings/public', (route) => route.abort())
    await page.goto(`${journey.url}/backoffice/jobs/1/edit`)
    await page.getByRole('button', { name: 'Update Job' }).waitFor()
    await toasts(page).getByRole('button', { name: 'Retry' }).waitFor()
    expect(await isOnTop(page, 'Update Job')).toBe(true)
    await page.locator('form').evaluate((form) => form.scrollIntoView({ block: 'end' }))
    expect(await isOnTop(page, 'Update Job')).toBe(true)
    expect(await isOnTop(page, 'Retry')).toBe(true)
  })

  test('toasts appear one at a time, and one with Undo comes back, then goes away by itself', async () => {
    const page = await journey.open('/backoffice/settings', { as: administrator, closes: true })
    await page.clock.install()
    await offerUndo(page)
    await page.getByRole('button', { name: 'Edit Site Name' }).click()
    await page.getByRole('textbox', { name: 'Site Name' }).press('Enter')
    await page.getByRole('textbox', { name: 'Site Name' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit Default Meta Description' }).click()
    const field = page.getByRole('textbox', { name: 'Default Meta Description' })
    await field.fill('Jobs')
    await field.press('Enter')
    await toasts(page).getByText('“Default Meta Description” was updated').waitFor()
    expect(await toasts(page).getByRole('button', { name: 'Dismiss' }).count()).toBe(1)
    await page.clock.fastForward(10_000)
    await undo(page).waitFor()
    await page.clock.fastForward(600_000)
    await undo(page).waitFor({ state: 'detached' })
  })
})
