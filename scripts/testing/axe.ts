import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

// Its other mode opens a second page for what frames there may be; there are none.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** What of the page as it stands would be in somebody's way, in light and in dark; in axe-core's words. */
export async function faults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axe(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  // Nothing else differs between the two.
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  // The headings of a text that is being written are that text's, not the screen's.
  const written = await page.locator('[contenteditable] :is(h1, h2, h3)').count()
  return [...light.violations, ...dark.violations]
    .filter(({ id }) => !(written && id === 'heading-order'))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}
