import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }

/** Lets the next writing call wait until `go` is called. */
async function hold(page: Page) {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await gone
    await route.continue()
  })
  return go
}

describe('While the server works, whoever waits', () => {
  const journey = startJourney()

  test('for the sign-in sees that it is on its way, and is let in a tenth of a second after it', async () => {
    const page = await journey.open('/')
    await page.clock.install()
    await page.goto(`${journey.url}/login`)
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
    const go = await hold(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Signing in...' }).waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    go()
    await expect.poll(() => page.evaluate(() => localStorage.token)).toBeTruthy()
    await page.clock.runFor(99)
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.clock.runFor(1)
    await page.waitForURL('**/backoffice')
  })

  test.each([
    ['/jobs/2/edit', 'Update Job', 'Saving...'],
    ['/pages/2/edit', 'Update Page', 'Saving...'],
    ['/users/2/edit', 'Update User', 'Saving...'],
    ['/applications/2', /^(Rejected|Selected)$/, 'Updating...'],
  ])('at %s reads on the button %s that it is being saved', async (path, name, busy) => {
    const page = await journey.open(`/backoffice${path}`, as)
    const button = page.getByRole('button', { name }).first()
    await button.waitFor()
    const go = await hold(page)
    await button.click()
    await page.getByRole('button', { name: busy }).waitFor()
    go()
    await page.getByRole('button', { name: busy }).waitFor({ state: 'detached' })
  })

  test('for a setting reads the same, and saves it with Enter', async () => {
    const page = await journey.open('/backoffice/settings', as)
    await page.getByRole('button', { name: 'Edit Site Name' }).click()
    const go = await hold(page)
    await page.getByRole('textbox', { name: 'Site Name' }).fill('Slow & Sure')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Saving...' }).waitFor()
    go()
    await page.getByText('Slow & Sure').first().waitFor()
  })
})
