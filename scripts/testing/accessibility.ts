import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Screen } from '../screens.ts'
import { axeViolations } from './axe.ts'
import type { Journey } from './journey.ts'
import { administrator } from './serve.ts'
import { smallTargets } from './target-size.ts'
import { invalidHtml } from './valid-html.ts'

export const still = { reducedMotion: 'reduce', colorScheme: 'light' } as const

/** Tests each screen with axe, for valid HTML, targets large enough and sideways scrolling. */
export function testAccessibility(journey: Journey, screens: Record<string, Screen>) {
  test.each(Object.entries(screens))('%s is accessible', async (_, { path, staff, act }) => {
    const page = await journey.open(path, { ...still, ...(staff && { as: administrator }) })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await act?.(page)
    expect(await violationsOn(page)).toEqual([])
  })
}

async function violationsOn(page: Page) {
  const violations = [...(await axeViolations(page)), ...(await invalidHtml(await page.content()))]
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    violations.push(...(await smallTargets(page)))
  }
  // 1280 pixels at 400 % zoom (WCAG 2.2 SC 1.4.10).
  await page.setViewportSize({ width: 320, height: 740 })
  const width = await widthWithTextSpacing(page)
  return width > 320 ? [...violations, `scrolls sideways: ${width} px`] : violations
}

/** WCAG 2.2 SC 1.4.12. */
const widthWithTextSpacing = (page: Page) =>
  page.evaluate(() => {
    const spacing = new CSSStyleSheet()
    spacing.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing]
    return document.documentElement.scrollWidth
  })
