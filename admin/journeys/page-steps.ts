/** What the journeys of who edits pages have in common. */
import type { Page } from 'playwright-core'

export const list = (page: Page) => page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Replaces the content of the page that is being edited. */
export async function write(page: Page, text: string) {
  await page.getByRole('toolbar', { name: /Content/ }).waitFor()
  await page.getByRole('textbox', { name: 'Content *' }).press('Control+a')
  await page.keyboard.type(text)
}
