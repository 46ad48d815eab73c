import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator, signIn } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const saved = 'Saved. Not published yet.'

describe('Appearance', () => {
  const journey = startJourney()
  const home = async () => (await fetch(journey.url)).text()
  const ready = (page: Page) => page.getByRole('radio', { name: 'Quiet' }).waitFor()
  const inPreview = (page: Page) => page.frameLocator('iframe[title^="Preview"]')

  test('a look is chosen, previewed, published and replaced by an earlier one, by mouse', async () => {
    const page = await journey.open('/backoffice', as)
    await page.getByRole('navigation').getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Appearance' }).click()
    await ready(page)
    await page.getByRole('radio', { name: /^Warm/ }).check()
    await page.getByLabel('Brand color', { exact: true }).fill('8a1c3b')
    await page.getByLabel('Headline').fill('Instruments for the sea')
    await page.getByLabel('Button link').fill('example.com/jobs')
    await page.getByLabel('Button (optional)').fill('Join us')
    await page.getByText(saved).waitFor()
    const hero = inPreview(page).getByRole('heading', { level: 1 })
    await expect.poll(() => hero.textContent()).toBe('Instruments for the sea')
    expect(await home()).not.toContain('Instruments for the sea')

    // Links stay in the preview, forms and scripts do nothing there.
    await inPreview(page).getByRole('link', { name: 'Jobs', exact: true }).click()
    await inPreview(page).getByRole('heading', { name: 'Open Positions' }).waitFor()
    await page.getByRole('radio', { name: 'A job' }).check()
    await inPreview(page).getByRole('heading', { name: 'Job Description' }).waitFor()
    await page.getByRole('radio', { name: 'Phone' }).check()
    const width = () =>
      page.locator('iframe').evaluate((frame) => (frame as HTMLIFrameElement).width)
    expect(await width()).toBe('390')

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The new appearance is on your site').waitFor()
    const html = await home()
    expect(html).toContain('Instruments for the sea')
    expect(html).toContain('href="https://example.com/jobs"')
    expect(html).toContain('#8a1c3b')

    await page.getByRole('radio', { name: /^Bold/ }).check()
    await page.getByLabel('Headline').fill('Something else')
    await page.getByText(saved).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect.poll(home).toContain('Something else')

    await page.getByRole('button', { name: 'History' }).click()
    const earlier = page.getByRole('listitem').filter({ hasText: 'Instruments for the sea' })
    await earlier.getByRole('button', { name: 'Copy to the draft' }).click()
    await page.getByRole('button', { name: 'Copy to the draft' }).last().click()
    await expect
      .poll(() => page.getByLabel('Headline').inputValue())
      .toBe('Instruments for the sea')
    expect(await page.getByLabel('Brand color', { exact: true }).inputValue()).toBe('#8a1c3b')
    expect(await home()).toContain('Something else')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await expect.poll(() => page.getByLabel('Headline').inputValue()).toBe('Something else')
  })

  test('a look is chosen and published by keyboard alone; what is invalid waits under its field', async () => {
    const page = await journey.open('/backoffice/appearance', as)
    await ready(page)
    const isFocused = (name: string, role: 'radio' | 'textbox' | 'button') =>
      page
        .getByRole(role, { name, exact: true })
        .evaluate((element) => element === document.activeElement)
    const tabTo = async (...target: Parameters<typeof isFocused>) => {
      for (let i = 0; i < 60 && !(await isFocused(...target)); i++) await page.keyboard.press('Tab')
    }
    const isOnRadio = () =>
      page.evaluate(() => document.activeElement?.matches('input[type="radio"]') ?? false)
    await page.getByRole('button', { name: 'History' }).focus()
    await tabTo('Brand color', 'textbox')
    for (let i = 0; i < 20 && !(await isOnRadio()); i++) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.getByText(saved).waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('#12')
    await page.getByText('Must be a color such as #0f766e').waitFor()
    await page.getByText('Saved, except the marked fields.').waitFor()
    await page.keyboard.type('3456')
    await page.getByText(saved).waitFor()
    await page.keyboard.press('Home')
    for (let i = 0; i < 30 && !(await isFocused('Publish', 'button')); i++)
      await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The new appearance is on your site').waitFor()
    expect(await home()).toContain('#123456')
  })

  test('the second of two people sees whose change came first, and keeps what they typed', async () => {
    const page = await journey.open('/backoffice/appearance', as)
    await ready(page)
    await page.getByRole('radio', { name: 'Square' }).check()
    await page.getByLabel('Headline').fill('First')
    await page.getByText(saved).waitFor()
    const { token } = await signIn(journey.url, await journey.createStaff(['manage_settings']))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ corners: 'round', hero: { headline: 'Theirs' } })
    await fetch(`${journey.url}/api/appearance`, { method: 'PUT', headers, body })
    await page.getByLabel('Headline').fill('Mine')
    await page.getByText('changed the appearance in the meantime.').waitFor()
    await page.getByText('Changed: Corners, Headline.').waitFor()
    expect(await page.getByRole('radio', { name: 'Round' }).isChecked()).toBe(true)
    expect(await page.getByLabel('Headline').inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText(saved).waitFor()
    const draft = await (await fetch(`${journey.url}/api/appearance`, { headers })).json()
    expect(draft).toMatchObject({ corners: 'round', hero: { headline: 'Mine' } })
  })

  test('without a connection nothing typed is lost, and it is saved when there is one again', async () => {
    const page = await journey.open('/backoffice/appearance', as)
    await ready(page)
    await page.route('**/api/appearance', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await page.getByLabel('Headline').fill('Typed offline')
    await page.getByText("Can't reach the server").waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Headline').inputValue()).toBe('Typed offline')
    await page.unroute('**/api/appearance')
    await page.getByText(saved).waitFor()
  })

  test('a preview is not indexed, not stored, framed by this site only, and runs neither scripts nor forms', async () => {
    const { token } = await signIn(journey.url, administrator)
    const response = await fetch(`${journey.url}/api/appearance/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const preview = `${journey.url}/preview/${(await response.json()).token}`
    const page = await fetch(`${preview}/jobs`)
    const html = await page.text()
    // Those of the page without a preview.
    expect(page.headers.get('etag')).toBe(null)
    const length = page.headers.get('content-length')
    if (length && !page.headers.has('content-encoding'))
      expect(Number(length)).toBe(Buffer.byteLength(html))
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/frame-ancestors 'self'.*; sandbox allow-same-origin$/)
    expect(html).not.toContain('<script')
    expect(html).toContain(`${new URL(preview).pathname}/page/about`)
    // The site itself can't be framed, and shows no draft.
    const site = await fetch(`${journey.url}/jobs`)
    expect(site.headers.get('x-frame-options')).toBe('DENY')
    expect(site.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await site.text()).not.toContain('/preview/')
    const { pathname } = new URL(preview)
    for (const path of ['/preview/x/', '/preview/x/jobs', `${pathname}~%22%3E%3Cb%3E/jobs`])
      expect((await fetch(journey.url + path)).status).toBe(404)
    const elsewhere = await fetch(`${preview}/backoffice`, { redirect: 'manual' })
    expect(elsewhere.status).toBe(302)
    expect(new URL(elsewhere.headers.get('location')!, journey.url).pathname).toMatch(
      /^\/preview\//,
    )
  })
})
