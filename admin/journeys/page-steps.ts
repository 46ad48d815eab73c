/** What the journeys of who edits pages have in common. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

export const list = (page: Page) => page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Replaces the content of the page that is being edited. */
export async function write(page: Page, text: string) {
  await page.getByRole('toolbar', { name: /Content/ }).waitFor()
  await page.getByRole('textbox', { name: 'Content *' }).press('Control+a')
  await page.keyboard.type(text)
}

/** What of the screen as it stands would be in somebody's way, in light and in dark. */
export async function faults(page: Page) {
  const axe = () => new AxeBuilder({ page }).setLegacyMode()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axe().analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe().withRules(['color-contrast']).analyze()
  return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  )
}
