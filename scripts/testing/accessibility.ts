import { describe, expect, test } from 'vitest'
import type { Screen } from '../screens.ts'
import { axeViolations } from './axe.ts'
import { startJourney } from './journey.ts'
import { administrator } from './serve.ts'
import { smallTargets } from './target-size.ts'
import { invalidHtml } from './valid-html.ts'

export const still = { reducedMotion: 'reduce', colorScheme: 'light' } as const

/** Tests each screen with axe, for valid HTML and for targets large enough. */
export const testAccessibility = (screens: Record<string, Screen>) =>
  describe('axe finds no violations', () => {
    const journey = startJourney()

    test.each(Object.entries(screens))('on %s', async (_name, screen) => {
      const page = await journey.open(screen.path, {
        ...still,
        ...(screen.staff && { as: administrator }),
      })
      await page.waitForLoadState('networkidle')
      await screen.act?.(page)
      expect(await axeViolations(page)).toEqual([])
      expect(await invalidHtml(await page.content())).toEqual([])
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await smallTargets(page)).toEqual([])
      }
    })
  })
