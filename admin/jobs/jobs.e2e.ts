import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator, signIn } from '#scripts/testing/serve.ts'
import { write } from '../journeys/steps.ts'

const as = { as: administrator }
const list = (page: Page) => page.getByRole('heading', { name: 'Jobs Management' }).waitFor()

describe('Job management', () => {
  const journey = startJourney()
  const visit = async (path: string) => {
    const response = await fetch(journey.url + path)
    return { status: response.status, html: await response.text() }
  }
  const idOf = (title: string) =>
    journey.rows(`SELECT id FROM jobs WHERE title = '${title}'`)[0]?.id as number

  test('a new job is on the site with the next request', async () => {
    expect((await visit('/jobs')).html).not.toContain('Diver')
    const page = await journey.open('/backoffice/jobs/new', as)
    await page.getByLabel('Job Title *').fill('Diver')
    await write(page, 'Job Description *', 'You go where our probes are.')
    await page.getByLabel('Location').fill('Port Ellery')
    expect(await page.getByLabel('Active').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Create Job' }).click()
    await list(page)
    await page.getByText('“Diver” was created. Google for Jobs').waitFor()
    expect((await visit('/jobs')).html).toContain('Diver')
    expect((await visit('/')).html).toContain('Diver')
    expect((await visit(`/jobs/${idOf('Diver')}/apply`)).html).toContain('You go where our probes')
    const row = page.getByRole('listitem').filter({ hasText: 'Diver' })
    await row.getByText('Active', { exact: true }).waitFor()
    const opening = page.context().waitForEvent('page')
    await row.getByRole('link', { name: 'View Diver on the site' }).click()
    const visitor = await opening
    await visitor.getByRole('heading', { name: 'Diver', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Add place with a country' }).click()
    const focused = () => page.evaluate(() => document.activeElement?.closest('#places') !== null)
    await expect.poll(focused).toBe(true)
  })

  test('Close now closes a job from its form, keeps unsaved changes and can be undone', async () => {
    const path = `/jobs/${idOf('Calibration Technician')}`
    const page = await journey.open(`/backoffice${path}/edit`, as)
    await page.getByLabel('Team').fill('Bench')
    const close = page.getByRole('button', { name: 'Close now' })
    await close.focus()
    await page.keyboard.press('Enter')
    const closed = page.getByText('This job is closed.')
    await expect.poll(() => closed.evaluate((it) => it === document.activeElement)).toBe(true)
    expect((await visit(`${path}/apply`)).status).toBe(410)
    const isActive = page.getByLabel('Active', { exact: true })
    expect(await isActive.isChecked()).toBe(false)
    const toasts = page.getByRole('region', { name: 'Messages' })
    await toasts.getByRole('button', { name: 'Undo' }).click()
    await close.waitFor()
    expect((await visit(`${path}/apply`)).status).toBe(200)
    expect(await isActive.isChecked()).toBe(true)
    expect(await page.getByLabel('Team').inputValue()).toBe('Bench')

    const { token } = await signIn(journey.url)
    await fetch(`${journey.url}/api${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ location: 'Lisbon' }),
    })
    await close.click()
    await closed.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Update Job' }).click()
    await page.getByText('were kept too').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Calibration Technician' })
    await row.getByText('Inactive').waitFor()
    await row.getByText('Bench').waitFor()
    await row.getByText('Lisbon').waitFor()
    await page.getByRole('button', { name: 'Activate Calibration Technician' }).click()
    await page.getByRole('button', { name: 'Deactivate Calibration Technician' }).waitFor()
  })

  test('deleting a job asks first and keeps its applications', async () => {
    const kept = journey.rows('SELECT id FROM applications WHERE job_id = 1').length
    expect(kept).toBeGreaterThan(0)
    const page = await journey.open('/backoffice/jobs', as)
    await page.getByRole('button', { name: 'Delete Calibration Technician' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Are you sure you want to delete this job opening?').waitFor()
    await dialog.getByText(`Its ${kept} application`).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('heading', { name: 'Calibration Technician' }).count())
      .toBe(0)
    expect((await visit('/jobs/1/apply')).status).toBe(404)
    await page.goto(`${journey.url}/backoffice/applications?job_id=1`)
    await page.getByText(`Showing ${kept} application`).waitFor()
    await page.getByText('Calibration Technician').first().waitFor()
  })
})
