import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { settled, startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const links = Array.from({ length: 12 }, (_, n) => `<p><a href="/page/${n}">Link ${n}</a></p>`)

const job = { title: 'Diver', description: `<p>Dive.</p>${links.join('')}` }
const phone = { viewport: { width: 390, height: 700 } }

describe('The page of a job', () => {
  const journey = startJourney()
  const address = () => `${journey.url}/jobs/1/apply`
  const call = staffCalls(journey)
  beforeAll(async () => {
    await call('PUT', '/jobs/1', job)
    const description = '<p>Cook.</p><p>Serve what you cooked.</p>'
    await call('PUT', '/jobs/2', { description, requirements: null })
  })
  const box = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!
  const bar = (page: Page) =>
    page.getByRole('link', { name: 'Apply Now' }).filter({ visible: true })

  test('shows the facts beside the text, above it on small screens', async () => {
    const page = await journey.open('/jobs/1/apply', { viewport: { width: 1440, height: 900 } })
    expect((await box(page, '.facts')).x).toBeGreaterThan((await box(page, '.text')).x + 600)
    await page.setViewportSize({ width: 800, height: 900 })
    expect((await box(page, '.facts')).y).toBeLessThan((await box(page, '.text')).y)
  })

  test('counts the filled fields beside the form, in place of Apply Now while it is in view', async () => {
    const page = await journey.open('/jobs/1/apply', { viewport: { width: 1440, height: 900 } })
    await bar(page).waitFor()
    await page.getByLabel('First name').scrollIntoViewIfNeeded()
    await page.evaluate(() => document.getElementById('apply')?.scrollIntoView())
    await page.getByText('0 of 5 filled').waitFor()
    expect(await bar(page).count()).toBe(0)
    await page.getByLabel('First name').fill('Mira')
    await page.getByText('1 of 5 filled').waitFor()
    await page.getByLabel('Email').fill('mira@')
    await page.getByLabel('Last name').fill('Østergård')
    await page.getByText('2 of 5 filled').waitFor()
    await page.getByLabel('Email').fill('mira@example.org')
    await page.getByText('3 of 5 filled').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await bar(page).waitFor()
    expect(await page.getByText('of 5 filled').isVisible()).toBe(false)
  })

  test('on phones keeps Apply Now in view until the form is reached, off focused links and while it has the focus', async () => {
    const page = await journey.open('/jobs/1/apply', phone)
    const { y, height } = (await bar(page).boundingBox())!
    expect(y + height).toBeLessThan(700)
    expect(y).toBeGreaterThan(600)
    for (let n = 0; n < 12; n++) {
      const link = page.getByRole('link', { name: `Link ${n}`, exact: true })
      await link.focus()
      const isOnTop = await link.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect()
        return document.elementFromPoint(left + 4, bottom - 2) === element
      })
      expect(isOnTop, `Link ${n}`).toBe(true)
    }
    // The last link may be where the form, and with it the end of the bar, comes into view.
    await page.evaluate(() => scrollTo(0, 0))
    await bar(page).click()
    await page.getByLabel('First name').waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)

    // The form is just below a short description, and Apply Now has the focus.
    await page.goto(`${journey.url}/jobs/2/apply`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    for (let n = 0; n < 20 && (await focused()) !== 'Apply Now'; n++)
      await page.keyboard.press('Tab')
    await settled(page)
    expect(await focused()).toBe('Apply Now')
    expect(await bar(page).count()).toBe(1)
    const focusedBar = (await bar(page).boundingBox())!
    expect([focusedBar.y >= 0, focusedBar.y + focusedBar.height <= 700]).toEqual([true, true])
  })

  test('shares its title and address, and copies its link without a working share sheet', async () => {
    const page = await journey.open('/healthz', { closes: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    // 'none': the browser has no share sheet; else the error that it ends with.
    await page.addInitScript(() => {
      const share = async (data: ShareData) => {
        document.body.dataset.shared = JSON.stringify(data)
        const { error } = sessionStorage
        if (error) throw new DOMException('', error)
      }
      const value = sessionStorage.error === 'none' ? undefined : share
      Object.defineProperty(Navigator.prototype, 'share', { value })
    })
    const share = page.getByRole('button', { name: 'Share', exact: true })
    const copy = page.getByRole('button', { name: 'Copy link' })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const isSaid = page.getByRole('status').getByText('Link copied')
    for (const [error, copies] of [
      ['none', true],
      ['', false],
      ['AbortError', false],
      ['NotAllowedError', true],
    ] as const) {
      await page.evaluate((name) => sessionStorage.setItem('error', name), error)
      await page.goto(address())
      await copy.waitFor()
      await page.evaluate(() => navigator.clipboard.writeText('before'))
      expect(await share.count(), error).toBe(error === 'none' ? 0 : 1)
      await (error === 'none' ? copy : share).click()
      if (error !== 'none')
        expect(JSON.parse((await page.locator('body').getAttribute('data-shared')) ?? '')).toEqual({
          title: 'Diver - Careers | Brackwater Instruments',
          url: address(),
        })
      if (copies) await isSaid.waitFor()
      expect(await isSaid.count(), error).toBe(copies ? 1 : 0)
      expect(await copied(), error).toBe(copies ? address() : 'before')
    }
  })
})
