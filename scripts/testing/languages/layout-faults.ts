import type { Page } from 'playwright-core'

/** What scrolls sideways, lies outside the window or is cut off, at the page's size. */
export const layoutFaults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      const element = text.parentElement
      const content = text.textContent?.trim()
      if (!content || !element?.checkVisibility()) continue
      if (element.closest('script, style, .visually-hidden, .skip')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      // Lines of what scrolls by itself may lie outside.
      const scrolls = element.closest('[role=toolbar], pre, section[data-block=table]')
      for (const { left, right, width } of scrolls ? [] : range.getClientRects())
        if (width > 1 && (left < -1 || right > clientWidth + 1)) found.push(`outside: ${content}`)
      for (
        let around = element;
        around !== document.body;
        around = around.parentElement ?? document.body
      ) {
        const { overflowX, display } = getComputedStyle(around)
        if (overflowX === 'visible' || display === 'inline' || around === scrolls) continue
        if (around.scrollWidth > around.clientWidth + 1) found.push(`cut off: ${content}`)
      }
    }
    return [...new Set(found)]
  })
