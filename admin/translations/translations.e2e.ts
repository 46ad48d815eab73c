import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'
import { button } from '../journeys/steps.ts'

/** The text of the page that is written. */
const written = (page: Page, frame: string, text: string) =>
  page.frameLocator(`iframe[aria-label="${frame}"]`).getByRole('textbox', { name: text })

/** Opens the translation of this row of a list, which has none yet. */
async function openMissing(page: Page, row: string) {
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: row, exact: true }) })
    .getByRole('link', { name: 'DE: German translation, missing' })
    .click()
  await page.getByRole('heading', { name: 'German translation', exact: true }).waitFor()
}

describe('On a site with two languages', () => {
  const journey = startJourney()
  beforeAll(async () => {
    await staffCalls(journey)('PUT', '/settings/key/site_languages', { value: 'de' })
  })

  test('a page and a job are translated beside their originals, published, and read', async () => {
    const page = await journey.open('/backoffice/pages', { as: administrator })
    await openMissing(page, 'About Brackwater')
    await written(page, 'Original', 'Text of the original').waitFor()
    await page.getByLabel('Title', { exact: true }).fill('Über Brackwater')
    await written(page, 'Content', 'Text of the page').click()
    await page.keyboard.type('Wir bauen Messgeräte.')
    await button(page, 'Publish Translation').click()
    await page.getByText('The German translation of “About Brackwater” was published').waitFor()
    const guest = await journey.open('/de/page/about')
    await guest.getByRole('heading', { name: 'Über Brackwater', level: 1 }).waitFor()
    await guest.getByText('Wir bauen Messgeräte.').waitFor()

    await page.goto(`${journey.url}/backoffice/jobs`)
    await openMissing(page, 'Calibration Technician')
    await page.getByLabel('Job Title', { exact: true }).fill('Kalibriertechniker')
    await written(page, 'Job ad', 'Job Description').click()
    await page.keyboard.type('Sie prüfen unsere Sonden.')
    await button(page, 'Publish Translation').click()
    await page.getByRole('link', { name: 'DE: German translation', exact: true }).waitFor()
    await guest.goto(`${journey.url}/de/jobs/1/apply`)
    await guest.getByRole('heading', { name: 'Kalibriertechniker', level: 1 }).waitFor()
    await guest.getByText('Sie prüfen unsere Sonden.').waitFor()
  })
})
