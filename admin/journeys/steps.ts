/** Steps that several journeys share. */
import type { Page } from 'playwright-core'

export const pageList = (page: Page) =>
  page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits for the field's rich text editor and replaces its content. */
export async function write(page: Page, field: string, text: string) {
  await page.getByRole('toolbar', { name: `Formatting: ${field}`, exact: true }).waitFor()
  await page.getByRole('textbox', { name: field, exact: true }).press('Control+a')
  await page.keyboard.type(text)
}
