import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

// Its other mode opens a second page for what frames there may be; there are none.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** What of the page as it stands would be in somebody's way, in light and in dark. */
export async function faults(page: Page) {
  const written = await page.locator('[contenteditable] :is(h1, h2, h3)').count()
  // The headings of a text that is being written are that text's, not the screen's.
  const order = written ? ['heading-order'] : []
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axe(page).disableRules(order).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  // Nothing else differs between the two.
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
