import { expect, test } from 'vitest'
import { still, testAccessibility } from '#scripts/testing/accessibility.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { screens } from '../../scripts/screens.ts'

const journey = startJourney()

testAccessibility(
  journey,
  Object.fromEntries(Object.entries(screens).filter(([, { staff }]) => staff)),
)

test('axe finds no violations on Access Denied', async () => {
  const pam = await journey.createStaff(['edit_pages'])
  const page = await journey.open('/backoffice/applications', { ...still, as: pam })
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('axe finds no violations in the menu of a small screen, and no page scrolls sideways', async () => {
  // 1280 pixels at 400 % zoom (WCAG 2.2 SC 1.4.10).
  const viewport = { width: 320, height: 740 }
  const page = await journey.open('/backoffice', { ...still, viewport, as: administrator })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Applications', exact: true }).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  for (const { path } of Object.values(screens)) {
    // Redirects at once.
    if (path === '/login') continue
    await page.goto(journey.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const widest = await page.evaluate(() => {
      // Text spacing (WCAG 2.2 SC 1.4.12).
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      )
      document.adoptedStyleSheets = [spacing]
      return document.documentElement.scrollWidth
    })
    expect(`${path}: ${widest}`).toBe(`${path}: 320`)
  }
})
