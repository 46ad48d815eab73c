import { describe, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('npm run dev', { timeout: 90_000 }, () => {
  const journey = startJourney({}, 'scripts/dev.mjs')

  test('shows a resume without errors in the console', async () => {
    const page = await journey.open('/favicon.svg', { as: administrator })
    // The first page waits until its dependencies are bundled.
    page.setDefaultTimeout(60_000)
    await page.goto(`${journey.url}/backoffice/applications/1`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').locator('canvas').first().waitFor()
  })
})
