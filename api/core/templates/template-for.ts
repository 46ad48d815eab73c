import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { hiringSteps, rejectionReasons, templates } from '#db/schema.ts'

/** What to say where `templateFor` finds none. */
export const noTemplateFor = (status: ApplicationStatus) =>
  `No template tells candidates that they were ${status}. Write one under Templates.`

const { id, subject, body } = templates

const ofReason = async (db: Db, reason: number) =>
  (
    await db
      .select({ id, subject, body })
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
  (reason && !step ? await ofReason(db, reason) : undefined) ??
  (
    await (step
      ? db
          .select({ id, subject, body })
          .from(hiringSteps)
          .innerJoin(templates, eq(id, hiringSteps.template_id))
          .where(eq(hiringSteps.id, step))
      : db.select({ id, subject, body }).from(templates).where(eq(templates.status, status)))
  )[0]
