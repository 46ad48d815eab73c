import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { hiringSteps, templates, translations } from '#db/schema.ts'
import type { EmailText, TemplateText } from '../letters/decision-email.ts'

/** What to say where `templateFor` finds none. */
export const noTemplateFor = (status: ApplicationStatus) =>
  `No template tells candidates that they were ${status}. Write one under Templates.`

const { id } = templates
const { fields } = translations

const columns = {
  id,
  subject: templates.subject,
  body: templates.body,
  language: translations.language,
  translated: sql<EmailText | null>`${fields}`.mapWith(fields),
}

const isTranslation = and(
  eq(translations.kind, 'template'),
  sql`${translations.subject} = cast(${id} as text)`,
  eq(translations.is_published, true),
  sql`${fields} ->> 'subject' <> '' and ${fields} ->> 'body' <> ''`,
)

/**
 * What candidates are emailed who get the status, or enter the step with it: the step's template,
 * never that of the status. Undefined without one.
 */
export async function templateFor(
  db: Db,
  status: ApplicationStatus,
  step?: number | null,
): Promise<(TemplateText & { id: number }) | undefined> {
  const rows = await (step
    ? db
        .select(columns)
        .from(hiringSteps)
        .innerJoin(templates, eq(id, hiringSteps.template_id))
        .leftJoin(translations, isTranslation)
        .where(eq(hiringSteps.id, step))
    : db
        .select(columns)
        .from(templates)
        .leftJoin(translations, isTranslation)
        .where(eq(templates.status, status)))
  const [first] = rows
  if (!first) return undefined
  const translated = rows.flatMap((row) =>
    row.language && row.translated ? [[row.language, row.translated]] : [],
  )
  const { subject, body } = first
  return { id: first.id, subject, body, translations: Object.fromEntries(translated) }
}
