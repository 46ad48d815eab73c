import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { media, oldSlugs, pages } from '#db/schema.ts'
import { pick } from '../content/fields.ts'
import { loadPictures, withPicturesOf } from '../media/shown.ts'
import { publicJobColumns } from './contract/row.ts'
import { whyUsSlug } from './contract/why-us.ts'
import type { LoadedJob } from './rows.ts'

const publishedPage = async (db: Db, which: SQL | undefined) =>
  (
    await db
      .select({ title: pages.title, slug: pages.slug, content: pages.content })
      .from(pages)
      .where(and(eq(pages.is_published, true), which))
      .limit(1)
  )[0]

type PublicName = keyof typeof publicJobColumns.shape

/** Without what only staff see. */
const forAnyone = (job: LoadedJob) =>
  pick(Object.keys(publicJobColumns.shape), job) as Pick<LoadedJob, PublicName>

/** A job as its own page shows it to visitors. */
export async function shownJob(db: Db, job: LoadedJob) {
  const { header_media_id, why_us, team_page_id } = job
  const whyUs = why_us
    ? await publishedPage(
        db,
        or(
          eq(pages.slug, whyUsSlug),
          sql`${pages.id} = (select page_id from ${oldSlugs} where slug = ${whyUsSlug})`,
        ),
      )
    : undefined
  const team = team_page_id ? await publishedPage(db, eq(pages.id, team_page_id)) : undefined
  const [header] = header_media_id ? await loadPictures(db, eq(media.id, header_media_id)) : []
  const { pictures } = await withPicturesOf(
    db,
    job.description,
    job.requirements,
    whyUs?.content ?? null,
  )
  return {
    ...forAnyone(job),
    ...(pictures && { pictures }),
    ...(header && { header }),
    ...(whyUs && { why_us_page: { title: whyUs.title, content: whyUs.content } }),
    ...(team && { team_page: { title: team.title, slug: team.slug } }),
  }
}
