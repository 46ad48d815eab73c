import type { templates } from '../schema.ts'
import { companySettings } from './company.ts'
import stories from './data/stories.json' with { type: 'json' }
import { escapeMarkup, noteToText } from './html.ts'

export const templateRows = stories.templates.map(({ body, ...template }) => ({
  ...template,
  body: body.join(''),
})) as (typeof templates.$inferInsert)[]

type Values = { first_name: string; last_name: string; job_title: string }

/** The email of a template to one candidate, as the outbox has it. */
export function fillTemplate(
  { subject, body }: Pick<typeof templates.$inferInsert, 'subject' | 'body'>,
  { first_name, last_name, job_title }: Values,
) {
  const values: Record<string, string> = {
    first_name,
    last_name,
    job_title,
    site_name: companySettings.site_name ?? '',
    sender_name: 'Rita Marchetti',
  }
  const fill = (text: string, write: (value: string) => string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => write(values[name] ?? whole))
  const html = fill(body, escapeMarkup)
  return { subject: fill(subject, (value) => value), html, text: noteToText(html) }
}
