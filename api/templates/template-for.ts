import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { templates } from '#db/schema.ts'

/** What to say where `templateFor` finds none. */
export const noTemplateFor = (status: ApplicationStatus) =>
  `No template tells candidates that they were ${status}. Write one under Templates.`

/** The template that tells candidates of this decision; undefined without one. */
export const templateFor = async (db: Db, status: ApplicationStatus) =>
  (
    await db
      .select({ id: templates.id, subject: templates.subject, body: templates.body })
      .from(templates)
      .where(eq(templates.status, status))
  )[0]
