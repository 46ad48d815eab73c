import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Screen } from '../screens.ts'
import { axeViolations } from './axe.ts'
import type { Journey } from './journey.ts'
import { administrator } from './serve.ts'
import { smallTargets } from './target-size.ts'
import { invalidHtml } from './valid-html.ts'

export const still = { reducedMotion: 'reduce', colorScheme: 'light' } as const

/** Tests each screen with axe, for valid HTML and for targets large enough. */
export function testAccessibility(journey: Journey, screens: Record<string, Screen>) {
  /** The screens share a browser context, so that scripts are fetched and compiled once. */
  async function openAll(all: [string, Screen][], as?: typeof administrator) {
    const violations: string[] = []
    const context = (await journey.open('/robots.txt', { ...still, ...(as && { as }) })).context()
    for (const [name, screen] of all) {
      const page = await context.newPage()
      await page.goto(journey.url + screen.path)
      await page.waitForLoadState('networkidle')
      await screen.act?.(page)
      violations.push(...(await violationsOn(page)).map((violation) => `${name}: ${violation}`))
      await page.close()
    }
    expect(violations).toEqual([])
  }

  const staff = Object.entries(screens).filter(([, screen]) => screen.staff)
  const site = Object.entries(screens).filter(([, screen]) => !screen.staff)
  if (site.length) test(titleOf(site), { timeout }, () => openAll(site))
  if (staff.length) test(titleOf(staff), { timeout }, () => openAll(staff, administrator))
}

const timeout = 300_000
const titleOf = (screens: [string, Screen][]) =>
  `axe finds no violations on ${screens.map(([name]) => name).join(', ')}`

async function violationsOn(page: Page) {
  const violations = [...(await axeViolations(page)), ...(await invalidHtml(await page.content()))]
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    violations.push(...(await smallTargets(page)))
  }
  return violations
}
