import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const journey = startJourney()
const tooltip = (page: Page) => page.locator('[popover="manual"][aria-hidden="true"]')

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
  test('icon buttons of the sign-in and application forms show their name, and the letter is required', async () => {
    const login = await journey.open('/login')
    const toggle = login.getByRole('button', { name: 'Show password' })
    await login.locator('astro-island:not([ssr])').waitFor()
    await toggle.hover()
    await expectTooltip(login, toggle)
    const visitor = await journey.open('/jobs/1/apply#apply')
    const letter = visitor.getByRole('textbox', { name: 'Motivation letter' })
    expect(await letter.getAttribute('required')).toBe('')
    // The first key loads the editor.
    await letter.press('a')
    await expect.poll(() => letter.getAttribute('aria-required')).toBe('true')
    const bold = visitor.getByRole('toolbar').getByRole('button', { name: 'Bold' })
    await bold.hover()
    await expectTooltip(visitor, bold, ' (Ctrl+B)')
  })
})

describe('Email links', () => {
  test('email links have the address as their accessible name', async () => {
    for (const path of ['/backoffice/applications', '/backoffice/applications/1', '/']) {
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
    }
  })
})
