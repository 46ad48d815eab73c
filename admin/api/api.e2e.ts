import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const phone = { ...as, viewport: { width: 360, height: 780 } }

const operation = (page: Page, path: string) => page.getByText(path, { exact: true }).first()

describe('API screen', () => {
  const journey = startJourney()

  test('each operation is listed with its method, path and who may call it', async () => {
    const page = await journey.open('/backoffice', as)
    await page.getByRole('navigation').getByRole('link', { name: 'API' }).click()
    const jobs = page.getByRole('region', { name: 'Jobs' }).getByRole('listitem')
    const change = jobs.filter({ hasText: 'Change a job' }).filter({ hasText: 'PUT' })
    await change.getByText('Admins and users who may manage jobs').waitFor()
    expect(await change.textContent()).toContain('/jobs/{id}')
    await page.getByText(`curl -X POST '${journey.url}/api/auth/login'`).waitFor()
  })

  test('openapi.json is offered as a download', async () => {
    const page = await journey.open('/backoffice/api', as)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'openapi.json', exact: true }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('openapi.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8')).openapi).toBe('3.1.0')
  })

  test('the list fits on a phone', async () => {
    const page = await journey.open('/backoffice/api', phone)
    await operation(page, '/jobs').waitFor()
    expect(await page.evaluate(isTooWide)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
  })

  test('a failed load shows an error, and Retry loads the screen', async () => {
    const page = await journey.open('/backoffice', as)
    await page.route('**/api/openapi.json', (route) => route.abort())
    await page.getByRole('navigation').getByRole('link', { name: 'API' }).click()
    await page.getByRole('heading', { name: 'Failed to load the description of the API' }).waitFor()
    await page.unroute('**/api/openapi.json')
    await page.getByRole('button', { name: 'Retry' }).click()
    await operation(page, '/jobs').waitFor()
  })
})

// Runs in the browser.
const isTooWide = () => document.documentElement.scrollWidth > innerWidth
