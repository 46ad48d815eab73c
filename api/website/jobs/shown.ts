import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { inTranslation, type Translated } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { Question } from '#db/enums.ts'
import { media, oldSlugs, pages } from '#db/schema.ts'
import { pick } from '../content/fields.ts'
import { loadPictures, withPicturesOf } from '../media/shown.ts'
import { inReadersLanguage, type Shown } from '../translations/shown.ts'
import { publicJobColumns } from './contract/row.ts'
import { whyUsSlug } from './contract/why-us.ts'
import { type LoadedJob, withTexts } from './rows.ts'
import { translatedQuestions } from './translations.ts'

async function publishedPage(db: Db, which: SQL | undefined) {
  const { id, title, slug, content, language } = pages
  const rows = await db
    .select({ id, title, slug, content, language })
    .from(pages)
    .where(and(eq(pages.is_published, true), which))
    .limit(1)
  return (await inReadersLanguage(db, 'page', rows))[0]
}

const shownIn = ({ shown_language }: Shown) => shown_language && { shown_language }

type PublicName = keyof typeof publicJobColumns.shape

/** Without what only staff see. */
const forAnyone = (job: LoadedJob) =>
  pick(Object.keys(publicJobColumns.shape), job) as Pick<LoadedJob, PublicName>

type Listed = Parameters<typeof withTexts>[0] & {
  id: number
  language: string | null
  questions?: Question[] | null
}

/** The row with the fields of its translation. */
export const translatedJob = <T extends Listed>(
  job: T,
  { questions, ...fields }: Translated,
): T => ({
  ...inTranslation(job, fields),
  ...(job.questions && { questions: translatedQuestions(job.questions, { questions }) }),
})

/** Jobs in the reader's language, with the texts that are composed. */
export const shownJobs = async <T extends Listed>(db: Db, jobs: T[], withDrafts = false) =>
  (await inReadersLanguage(db, 'job', jobs, translatedJob, withDrafts)).map(withTexts)

/** A job as its own page shows it to visitors, in their language. */
export async function shownJob(db: Db, original: LoadedJob, withDrafts = false) {
  const [job = original as LoadedJob & Shown] = (await shownJobs(
    db,
    [original],
    withDrafts,
  )) as (LoadedJob & Shown)[]
  const { header_media_id, why_us, team_page_id, shown_language, languages } = job
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
    ...(shown_language && { shown_language }),
    ...(languages && { languages }),
    ...(pictures && { pictures }),
    ...(header && { header }),
    ...(whyUs && {
      why_us_page: { title: whyUs.title, content: whyUs.content, ...shownIn(whyUs) },
    }),
    ...(team && { team_page: { title: team.title, slug: team.slug, ...shownIn(team) } }),
  }
}
