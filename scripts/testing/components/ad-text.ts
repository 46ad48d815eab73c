import { page } from 'vitest/browser'

/** A text of a job's ad, in the job's page: the field 'Job Description *' or 'Requirements'. */
export const adText = (name: string) =>
  page
    .frameLocator(page.getByLabelText('Job ad', { exact: true }).and(page.getByTitle('Page')))
    .getByRole('textbox', { name, exact: true })
