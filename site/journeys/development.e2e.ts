import { describe, expect, test } from 'vitest'
import { uploadedFile } from '#scripts/testing/fixtures/picture.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator, signIn } from '#scripts/testing/serve.ts'

describe('npm run dev', () => {
  const journey = startJourney({}, 'scripts/dev.mjs')

  test('shows a resume without errors in the console', async () => {
    const page = await journey.open('/favicon.svg', { as: administrator })
    // The first page waits until its dependencies are bundled.
    page.setDefaultTimeout(150_000)
    await page.goto(`${journey.url}/backoffice/applications/1`)
    await page.frameLocator('iframe').locator('canvas').first().waitFor()
  })

  test('reads an uploaded picture and serves its files', async () => {
    const { token } = await signIn(journey.url)
    const file = await uploadedFile(journey.url, token)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })
})
