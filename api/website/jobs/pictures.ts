import { eq } from 'drizzle-orm'
import { Problem } from '#api/core/http/problem.ts'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { media, pages } from '#db/schema.ts'
import { picturesIn, refuseMissingPictures } from '../media/uses.ts'

type Parts = {
  description: string
  requirements?: string | null | undefined
  header_media_id?: number | null | undefined
}

/** The hashes of the pictures of a job. Throws 400 when the one above its ad is gone. */
export async function picturesOf(db: Db, job: Parts): Promise<string[]> {
  const { description, requirements, header_media_id } = job
  const inText = picturesIn(description, requirements)
  if (!header_media_id) return inText
  const [header] = await db
    .select({ hash: media.hash })
    .from(media)
    .where(eq(media.id, header_media_id))
  if (!header)
    throw Problem.field(400, 'header_media_id', 'This image no longer exists. Choose another.')
  return [...new Set([header.hash, ...inText])]
}

/** Throws 400 for a page that does not exist. */
export async function refuseMissingPage(db: Db, id: number | null | undefined) {
  if (id && !(await db.$count(pages, eq(pages.id, id))))
    throw Problem.field(400, 'team_page_id', 'This page no longer exists. Choose another.')
}

/** The id of a page, or null when that is gone. */
export async function existingPage(db: Db, id: unknown) {
  const [page] = await db
    .select({ id: pages.id })
    .from(pages)
    .where(eq(pages.id, Number(id)))
  return page?.id ?? null
}

/** For `catch` of a batch with `setUses`: a 400 on the field whose picture is gone, and a 409 for a second open application. */
export const refuseMissing = (db: Db, job: Parts) => async (error: unknown) => {
  const { description, requirements } = job
  if (isUniqueViolation(error, 'jobs.is_open_application'))
    throw Problem.field(
      409,
      'is_open_application',
      'Another job already takes open applications. Uncheck it there first.',
    )
  try {
    return await refuseMissingPictures(db, { description, requirements })(error)
  } catch (refusal) {
    if (refusal === error) await picturesOf(db, job)
    throw refusal
  }
}
