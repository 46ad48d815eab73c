/** What several journeys do on their way. */
import type { Page } from 'playwright-core'

/** Waits for the list of pages. */
export const list = (page: Page) => page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Replaces what a rich text field holds, once its editor is there. */
export async function write(page: Page, field: string, text: string) {
  await page.getByRole('toolbar').first().waitFor()
  await page.getByRole('textbox', { name: field, exact: true }).press('Control+a')
  await page.keyboard.type(text)
}
