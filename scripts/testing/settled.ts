import type { Page } from 'playwright-core'

/**
 * Waits until the page has drawn what it was last told, twice, and its animations have ended: what
 * moves the focus, the scroll position or an element does so then.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let drawn = 0; drawn < 2; drawn++) await frame()
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    await frame()
  })
