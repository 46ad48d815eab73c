import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const journey = startJourney()
const tooltip = (page: Page) => page.locator('[popover="manual"][aria-hidden="true"]')
const firstRow = (page: Page) => page.locator('#application-rows > div').first()

/** Waits for the tooltip of `control`; expects its text to be the name, on screen and on top. */
async function expectTooltip(page: Page, control: Locator, shortcut = '') {
  await tooltip(page).waitFor()
  const name = await control.getAttribute('aria-label')
  expect(await tooltip(page).textContent()).toBe(`${name}${shortcut}`)
  expect(await control.getAttribute('title')).toBe(null)
  const box = (await tooltip(page).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  const isOnTop = await tooltip(page).evaluate(
    (element, [x, y]) => document.elementFromPoint(x, y) === element,
    at,
  )
  expect(isOnTop).toBe(true)
  return at
}

describe('Tooltips', () => {
  test.each([390, 1440])(
    'icon buttons show their name on hover and on keyboard focus, %i px',
    async (width) => {
      const viewport = { width, height: 900 }
      const page = await journey.open('/backoffice/applications', { ...as, viewport })
      const buttons = page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: /'s resume$/ }) })
        .first()
        .locator(':is(button, a)[aria-label]:has(> svg)')
        .filter({ hasNotText: /\S/ })
      await buttons.first().waitFor()
      expect(await buttons.count()).toBe(2)
      for (const button of await buttons.all()) {
        await button.hover()
        await expectTooltip(page, button)
        await page.mouse.move(width - 1, 1)
        await tooltip(page).waitFor({ state: 'detached' })
      }
      await buttons.nth(1).focus()
      await page.keyboard.press('ArrowLeft')
      await expectTooltip(page, buttons.first())
      await page.keyboard.press('ArrowRight')
      await expectTooltip(page, buttons.nth(1))
      await page.keyboard.press('Escape')
      await tooltip(page).waitFor({ state: 'detached' })
      expect(await buttons.nth(1).evaluate((button) => button === document.activeElement)).toBe(
        true,
      )
    },
  )

  test('a tooltip stays while the pointer is on it', async () => {
    const page = await journey.open('/backoffice/applications', as)
    const notes = firstRow(page).getByRole('button', { name: /^Notes on/ })
    await notes.hover()
    const at = await expectTooltip(page, notes)
    await page.mouse.move(...at, { steps: 12 })
    await page.waitForTimeout(600)
    await expectTooltip(page, notes)
  })

  test('touch and hold shows the name without activating the button', async () => {
    const page = await journey.open('/backoffice/applications', {
      ...as,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const notes = firstRow(page).getByRole('button', { name: /^Notes on/ })
    await notes.scrollIntoViewIfNeeded()
    const box = await notes.boundingBox()
    if (!box) throw new Error('The button is not visible.')
    const session = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expectTooltip(page, notes)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.waitForTimeout(400)
    await expectTooltip(page, notes)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await notes.tap()
    await page.getByRole('dialog').waitFor()
    await tooltip(page).waitFor({ state: 'detached' })
  })

  test('icon buttons of the sign-in and application forms show their name', async () => {
    const login = await journey.open('/login')
    const toggle = login.getByRole('button', { name: 'Show password' })
    await login.waitForLoadState('networkidle')
    await toggle.hover()
    await expectTooltip(login, toggle)
    const visitor = await journey.open('/jobs/1/apply#apply')
    await visitor.getByRole('textbox', { name: 'Motivation letter' }).click()
    const bold = visitor.getByRole('toolbar').getByRole('button', { name: 'Bold' })
    await bold.hover()
    await expectTooltip(visitor, bold, ' (Ctrl+B)')
  })
})

describe('Required editors', () => {
  test.each(
    Object.entries({
      '/backoffice/jobs/new': { 'Job Description *': 'true', Requirements: 'false' },
      '/backoffice/pages/new': { 'Content *': 'true' },
      '/backoffice/applications?new=1': { 'Motivation letter': 'false' },
    }),
  )('the editors of %s have aria-required where they are required', async (path, editors) => {
    const page = await journey.open(path, as)
    for (const [name, required] of Object.entries(editors)) {
      await page.getByRole('toolbar', { name: `Formatting: ${name}` }).waitFor()
      const editor = page.getByRole('textbox', { name, exact: true })
      expect([name, await editor.getAttribute('aria-required')]).toEqual([name, required])
    }
  })

  test('an empty description is reported through aria-invalid and aria-describedby', async () => {
    const page = await journey.open('/backoffice/jobs/new', as)
    const editor = page.getByRole('textbox', { name: 'Job Description *' })
    await page.getByRole('toolbar', { name: 'Formatting: Job Description *' }).waitFor()
    await page.getByRole('button', { name: 'Create Job' }).click()
    await expect.poll(() => editor.getAttribute('aria-invalid')).toBe('true')
    const ids = (await editor.getAttribute('aria-describedby'))?.split(' ') ?? []
    const described = await Promise.all(ids.map((id) => page.locator(`#${id}`).textContent()))
    expect(described.join(' ')).toMatch(/required/)
  })

  test("the visitor's letter is required both as text area and as editor", async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    const letter = page.getByRole('textbox', { name: 'Motivation letter' })
    expect(await letter.getAttribute('required')).toBe('')
    await letter.click()
    await page.getByRole('toolbar').waitFor()
    expect(await letter.getAttribute('aria-required')).toBe('true')
  })
})

describe('Email links', () => {
  test.each(['/backoffice/applications', '/backoffice/applications/1', '/'])(
    'email links on %s have the address as their accessible name',
    async (path) => {
      const page = await journey.open(path, as)
      const links = page.locator('a[href^="mailto:"]')
      await links.first().waitFor()
      const session = await page.context().newCDPSession(page)
      // The browser's tree: Playwright's names drop the space at a line break opportunity.
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      const names = nodes
        .filter(({ ignored, role }) => !ignored && role?.value === 'link')
        .map(({ name }) => name?.value)
      const addresses = (await links.all()).map((link) =>
        link.evaluate(({ href }: HTMLAnchorElement) => decodeURIComponent(href.slice(7))),
      )
      expect(names).toEqual(expect.arrayContaining(await Promise.all(addresses)))
    },
  )
})
