import type { Page } from 'playwright-core'

/**
 * The visible controls of the page, at its present width, whose target is smaller than 24 by 24 CSS
 * pixels (WCAG 2.2 SC 2.5.8). Links within text and content being edited are exempt.
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

    // A pseudo-element may make the target larger than the box.
    function isHitAround(element: Element) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 0.5]
      const around = [
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ] as const
      return around.every(([dx, dy]) => element.contains(document.elementFromPoint(x + dx, y + dy)))
    }

    const root = document.querySelector('dialog:modal') ?? document
    return (
      [...root.querySelectorAll(selector)]
        .filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
            !element.matches(':disabled, [inert] *, [contenteditable] *') &&
            !isInText(element),
        )
        .map((element) => ({ element, rect: rectOf(element) }))
        // One pixel: visually hidden until focused. Half a pixel: layout rounds.
        .filter(({ rect: { width, height } }) => width > 1 && Math.min(width, height) < least - 0.5)
        .filter(({ element }) => !isHitAround(element))
        .map(({ element, rect }) => {
          const size = `${rect.width.toFixed(1)} x ${rect.height.toFixed(1)}`
          return `${innerWidth} px: ${size}: ${element.outerHTML.slice(0, 120)}`
        })
    )
  })
