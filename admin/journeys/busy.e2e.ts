import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }

/** Holds back all API requests but GET until the returned function is called. */
async function holdWrites(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await released
    await route.continue()
  })
  return release
}

describe('Busy buttons', () => {
  const journey = startJourney()

  test('sign-in shows Signing in... and opens the back office 100 ms after the answer', async () => {
    const page = await journey.open('/')
    await page.clock.install()
    await page.goto(`${journey.url}/login`)
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
    const release = await holdWrites(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Signing in...' }).waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    release()
    await expect.poll(() => page.evaluate(() => localStorage.token)).toBeTruthy()
    await page.clock.runFor(99)
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.clock.runFor(1)
    await page.waitForURL('**/backoffice')
  })

  test.each([['/applications/2', /^(Rejected|Selected)$/, 'Updating...']])(
    'at %s the button %s reads %s while saving',
    async (path, name, busy) => {
      const page = await journey.open(`/backoffice${path}`, as)
      const button = page.getByRole('button', { name }).first()
      await button.waitFor()
      const release = await holdWrites(page)
      await button.click()
      await page.getByRole('button', { name: busy }).waitFor()
      release()
      await page.getByRole('button', { name: busy }).waitFor({ state: 'detached' })
    },
  )
})
