/** Steps that several journeys share. */
import type { Page } from 'playwright-core'

export const pageList = (page: Page) =>
  page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The text of a page, in the page: the field 'Content *'. */
export const pageText = (page: Page) =>
  page
    .frameLocator('iframe[data-canvas]')
    .getByRole('textbox', { name: 'Text of the page', exact: true })

/** A text of a job's ad, in the job's page: the field 'Job Description *' or 'Requirements'. */
export const adText = (page: Page, field: string) =>
  page.frameLocator('iframe[data-canvas]').getByRole('textbox', { name: field, exact: true })

/** Waits for the field's rich text editor and replaces its content. */
export async function write(page: Page, field: string, text: string) {
  const isAd = /^(?:Job Description|Requirements)/.test(field)
  const isPage = field === 'Content *'
  if (!isAd)
    await page.getByRole('toolbar', { name: `Formatting: ${field}`, exact: true }).waitFor()
  const editor = isAd
    ? adText(page, field)
    : isPage
      ? pageText(page)
      : page.getByRole('textbox', { name: field, exact: true })
  await editor.press('Control+a')
  await page.keyboard.type(text)
}
