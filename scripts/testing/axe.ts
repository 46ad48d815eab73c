import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

// The default mode opens a second page to test frames; these pages have none.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** axe-core's violations on the page in its present state, in light and dark mode. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axe(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only colors differ between the two modes.
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  // Headings inside an editor belong to the edited text, not to the screen.
  const editedHeadings = await page.locator('[contenteditable] :is(h1, h2, h3)').count()
  return [...light.violations, ...dark.violations]
    .filter(({ id }) => !(editedHeadings && id === 'heading-order'))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}
