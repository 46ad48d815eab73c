import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { button, pageList } from '../journeys/steps.ts'

/** Saves the form as a draft and returns the address of a new preview link. */
async function shareDraft(page: Page, share: 'Preview link' | 'Share a preview') {
  await button(page, 'Save Draft').click()
  await page.getByText('You’re editing unpublished changes').waitFor()
  await button(page, share).click()
  await button(page, 'Create link').click()
  const url = await page.getByLabel('New link').inputValue()
  await button(page, 'Done').click()
  return url
}

describe('A page with a draft', () => {
  const journey = startJourney()
  let pam: Awaited<ReturnType<typeof journey.createStaff>>
  beforeAll(async () => {
    pam = await journey.createStaff(['edit_pages'])
  })

  test('is prepared, shown to somebody, published, and put back to yesterday’s', async () => {
    const page = await journey.open('/backoffice/pages', { as: pam })
    await page.getByRole('link', { name: 'Edit About Brackwater' }).click()
    await page.getByLabel('Title *').fill('About us, next year')
    await page.frameLocator('iframe').getByText('About us, next year').waitFor()
    const url = await shareDraft(page, 'Preview link')

    const guest = await journey.open(new URL(url).pathname)
    await guest.getByRole('heading', { name: 'About us, next year' }).waitFor()
    expect(await axeViolations(guest)).toEqual([])
    await guest.goto(`${journey.url}/page/about`)
    await guest.getByRole('heading', { name: 'About Brackwater', level: 1 }).waitFor()

    await button(page, 'Update Page').click()
    await pageList(page)
    await guest.reload()
    await guest.getByRole('heading', { name: 'About us, next year' }).waitFor()
    expect((await guest.goto(url))?.status()).toBe(404)

    await page.getByRole('link', { name: 'Edit About us, next year' }).click()
    await page.getByRole('link', { name: 'History' }).click()
    await button(page, 'Restore version 1').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await pageList(page)
    await guest.goto(`${journey.url}/page/about`)
    await guest.getByRole('heading', { name: 'About Brackwater', level: 1 }).waitFor()
  })
})

describe('A job with a draft', () => {
  const journey = startJourney()

  test('is prepared, shown to somebody, published, and put back to what it was', async () => {
    const jo = await journey.createStaff(['manage_jobs'])
    const page = await journey.open('/backoffice/jobs', { as: jo })
    await page.getByRole('link', { name: 'Edit Calibration Technician' }).click()
    await page.getByLabel('Job Title *').fill('Head of calibration')
    const url = await shareDraft(page, 'Share a preview')

    const guest = await journey.open(new URL(url).pathname)
    await guest.getByRole('heading', { name: 'Head of calibration' }).waitFor()
    expect(await axeViolations(guest)).toEqual([])
    const shown = async () => {
      await guest.goto(`${journey.url}/jobs/1/apply`)
      return guest.getByRole('heading', { level: 1 }).textContent()
    }
    expect(await shown()).toBe('Calibration Technician')

    await button(page, 'Update Job').click()
    await page.getByText('“Head of calibration” was updated').waitFor()
    expect(await shown()).toBe('Head of calibration')
    expect((await guest.goto(url))?.status()).toBe(404)

    await page.getByRole('link', { name: 'Edit Head of calibration' }).click()
    await page.getByRole('link', { name: 'History' }).click()
    await button(page, 'Restore version 1').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    expect(await shown()).toBe('Calibration Technician')
  })
})
