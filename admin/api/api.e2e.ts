import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const phone = { ...as, viewport: { width: 360, height: 780 } }

const shown = (page: Page, summary: string) =>
  page.getByRole('heading', { name: summary, level: 2, exact: true })
const list = (page: Page) => page.getByRole('navigation', { name: 'Calls' })

describe('API screen', () => {
  const journey = startJourney()

  test('filter and keyboard lead to a call; Back returns to the previous one', async () => {
    const page = await journey.open('/backoffice', as)
    await page.getByRole('navigation').getByRole('link', { name: 'API' }).click()
    await shown(page, 'How to call it').waitFor()
    await page.getByRole('searchbox', { name: 'Filter the calls' }).fill('put jobs')
    await page.getByText('1 call found').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await shown(page, 'Change a job').waitFor()
    expect(page.url()).toMatch(/\/backoffice\/api\?q=put\+jobs#putJobsById$/)
    expect(await shown(page, 'Change a job').evaluate((it) => it === document.activeElement)).toBe(
      true,
    )
    await page.getByText('Admins and users who may manage jobs.').waitFor()
    await page.getByText('text, 1 to 200 characters').first().waitFor()
    await page.getByRole('searchbox').fill('')
    await list(page).getByRole('link', { name: 'Download a resume' }).click()
    await shown(page, 'Download a resume').waitFor()
    await page.goBack()
    await shown(page, 'Change a job').waitFor()
  })

  test('the call named in the URL is open and selected in the list', async () => {
    const page = await journey.open('/backoffice/api#getOpenapiJson', as)
    await shown(page, 'Read this description').waitFor()
    expect(await page.title()).toBe('Read this description | API | Back office')
    const current = list(page).locator('[aria-current]')
    await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining('/openapi')])
    await expect.poll(() => current.evaluate(isInView)).toBe(true)
    await page.goto(`${journey.url}/backoffice/api#nothing`)
    await page.getByText('There is no call of this name.').waitFor()
  })

  test('the Copy button copies a curl command', async () => {
    const page = await journey.open('/backoffice/api#postPages', as)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`curl -X POST '${journey.url}/api/pages'`)
    expect(copied).toContain('-H "Authorization: Bearer $TOKEN"')
  })

  test('openapi.json is offered as a download', async () => {
    const page = await journey.open('/backoffice/api', as)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'openapi.json', exact: true }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('openapi.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8')).openapi).toBe('3.1.0')
  })

  test('a phone shows either the list or one call', async () => {
    const page = await journey.open('/backoffice/api', phone)
    await list(page).getByRole('link', { name: 'Read a job' }).click()
    await shown(page, 'Read a job').waitFor()
    expect(await list(page).isVisible()).toBe(false)
    await page.getByText('410').click()
    await page.getByText('Fields of Job', { exact: true }).click()
    await page.getByText('application_count').waitFor()
    expect(await page.evaluate(isTooWide)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'All calls' }).click()
    await list(page).waitFor()
  })

  test('a failed load shows an error, and Retry loads the screen', async () => {
    const page = await journey.open('/backoffice', as)
    await page.route('**/api/openapi.json', (route) => route.abort())
    await page.getByRole('navigation').getByRole('link', { name: 'API' }).click()
    await page.getByRole('heading', { name: 'Failed to load the description of the API' }).waitFor()
    await page.unroute('**/api/openapi.json')
    await page.getByRole('button', { name: 'Retry' }).click()
    await shown(page, 'How to call it').waitFor()
  })

  test('a non-admin gets Access Denied and no menu entry', async () => {
    const staff = { as: await journey.createStaff(['manage_users']) }
    const page = await journey.open('/backoffice/api', staff)
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect(await page.getByRole('link', { name: 'API' }).count()).toBe(0)
  })
})

// Both run in the browser.
const isTooWide = () => document.documentElement.scrollWidth > innerWidth
function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
