import type { Page } from 'playwright-core'

/**
 * The visible controls smaller than 24 by 24 CSS pixels that are also too close to another one, of the
 * page at its present width (WCAG 2.2 SC 2.5.8). Links within text and content being edited are exempt.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24
    const selector =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [tabindex]:not([tabindex="-1"])'
    const hasText = (node: Node) => node.nodeType === 3 && Boolean(node.textContent?.trim())
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(hasText)

    function rectOf(element: Element) {
      const label = (element as HTMLInputElement).labels?.[0]
      const box = element.getBoundingClientRect()
      if (!label || !element.matches('[type="checkbox"], [type="radio"]')) return box
      const other = label.getBoundingClientRect()
      const [left, top] = [Math.min(box.left, other.left), Math.min(box.top, other.top)]
      const right = Math.max(box.right, other.right)
      return new DOMRect(left, top, right - left, Math.max(box.bottom, other.bottom) - top)
    }

    const root = document.querySelector('dialog:modal') ?? document
    const targets = [...root.querySelectorAll(selector)]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.matches(':disabled, [inert] *, [contenteditable] *') &&
          !isInText(element),
      )
      .map((element) => ({ element, rect: rectOf(element) }))
      .filter(({ rect }) => rect.width > 1 && rect.height > 1)
      // Half a pixel is lost where a layout rounds.
      .map((target) => ({
        ...target,
        isSmall: target.rect.width < least - 0.5 || target.rect.height < least - 0.5,
        x: target.rect.left + target.rect.width / 2,
        y: target.rect.top + target.rect.height / 2,
      }))

    type Target = (typeof targets)[number]
    function isTooClose(small: Target, other: Target) {
      if (small.element.contains(other.element) || other.element.contains(small.element))
        return false
      if (other.isSmall) return Math.hypot(small.x - other.x, small.y - other.y) < least
      const { left, right, top, bottom } = other.rect
      const x = Math.max(left - small.x, 0, small.x - right)
      const y = Math.max(top - small.y, 0, small.y - bottom)
      return Math.hypot(x, y) < least / 2
    }
    return targets
      .filter((target) => target.isSmall && targets.some((other) => isTooClose(target, other)))
      .map(({ element, rect }) => {
        const size = `${rect.width.toFixed(1)} x ${rect.height.toFixed(1)}`
        return `${innerWidth} px: ${size}: ${element.outerHTML.slice(0, 120)}`
      })
  })
