import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe-core's violations on the page in its present state, in light and dark mode. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Previews of public pages are sandboxed without scripts; the pages themselves are tested.
  for (const frame of page.frames().filter((frame) => !frame.url().includes('/preview/')))
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only colors differ between the two modes.
  const dark = await violations(page, { runOnly: ['color-contrast'] })
  // Headings inside an editor belong to the edited text, not to the screen.
  const editedHeadings = await page.locator('[contenteditable] :is(h1, h2, h3)').count()
  return [...light, ...dark]
    .filter(({ id }) => !(editedHeadings && id === 'heading-order'))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}

/** Without details of the rules that pass, which take most of the time. */
const violations = (page: Page, options: RunOptions = {}): Promise<Result[]> =>
  page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    return (await axe.run(document, { ...options, resultTypes: ['violations'] })).violations
  }, options)
