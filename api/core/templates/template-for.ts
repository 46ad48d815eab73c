import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { hiringSteps, rejectionReasons, templates, translations } from '#db/schema.ts'
import type { TemplateText } from '../letters/decision-email.ts'

/** What to say where `templateFor` finds none. */
export const noTemplateFor = (status: ApplicationStatus) =>
  `No template tells candidates that they were ${status}. Write one under Templates.`

const { fields } = translations

/** SQL for a column: the published translations of a template, by language. */
export const translationsOfTemplate = sql`(
  select json_group_object(${translations.language}, json_object(
    'subject', ${fields} ->> 'subject', 'body', ${fields} ->> 'body'))
  from ${translations}
  where ${translations.kind} = 'template' and ${translations.subject} = cast(templates.id as text)
    and ${translations.is_published} and ${fields} ->> 'subject' <> '' and ${fields} ->> 'body' <> '')`
  .mapWith((text: string): TemplateText['translations'] => JSON.parse(text))
  .as('translations')

const { id, subject, body } = templates
const columns = { id, subject, body, translations: translationsOfTemplate }

const ofReason = async (db: Db, reason: number) =>
  (
    await db
      .select(columns)
      .from(rejectionReasons)
      .innerJoin(templates, eq(id, rejectionReasons.template_id))
      .where(eq(rejectionReasons.id, reason))
  )[0]

/**
 * What candidates are emailed who get the status, or enter the step with it: the step's template,
 * never that of the status, or that of the reason for a rejection. Undefined without one.
 */
export const templateFor = async (
  db: Db,
  status: ApplicationStatus,
  step?: number | null,
  reason?: number | null,
) =>
  (reason && status === 'rejected' && !step ? await ofReason(db, reason) : undefined) ??
  (
    await (step
      ? db
          .select(columns)
          .from(hiringSteps)
          .innerJoin(templates, eq(id, hiringSteps.template_id))
          .where(eq(hiringSteps.id, step))
      : db.select(columns).from(templates).where(eq(templates.status, status)))
  )[0]
