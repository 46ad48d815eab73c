import { describe, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('Whoever changes the program', { timeout: 90_000 }, () => {
  const journey = startJourney({}, 'scripts/dev.mjs')

  test('is shown a resume by npm run dev, and no complaint of the browser', async () => {
    const page = await journey.open('/favicon.svg', { as: administrator })
    // The first page waits until everything it loads has been prepared.
    page.setDefaultTimeout(60_000)
    await page.goto(`${journey.url}/backoffice/applications/1`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').locator('canvas').first().waitFor()
  })
})
