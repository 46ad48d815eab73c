import { type SQLWrapper, sql } from 'drizzle-orm'
import { lastLanguagesOf } from '#api/core/site-settings/site-settings.ts'
import { isWrittenIn } from '#api/website/translations/subject.ts'
import type { Db } from '#db/client.ts'
import { applications, jobs, settings, translations } from '#db/schema.ts'

const settingOf = (key: string, or: string) =>
  sql`coalesce((select nullif(${settings.value}, '') from ${settings} where ${settings.key} = ${key}), ${or})`
const main = settingOf('site_language', 'en')
const others = settingOf('site_languages', '')

/**
 * SQL, for a select from jobs: the title in this language, or in the main one if the site does not
 * have it; the original's without a published translation.
 */
const titleFor = (language: SQLWrapper) => sql<string>`coalesce((
  select nullif(${translations.fields} ->> 'title', '') from ${translations}
  where ${translations.kind} = 'job' and ${translations.subject} = cast(${jobs.id} as text)
    and ${others} not in ('', ${main}) and ${translations.is_published} = 1
    and ${translations.language} =
      iif(instr(',' || ${others} || ',', ',' || ${language} || ','), ${language}, ${main})
    and not ${isWrittenIn(jobs.language, sql`${translations.language}`, main)}), ${jobs.title})`

/**
 * SQL, for a select from applications and their jobs: the title as the candidate reads it, for the
 * private page and emails.
 */
export const titleForCandidate = titleFor(applications.language)

/** The same for an application that is not stored yet. `language` is null for the main one. */
export async function titleIn(db: Db, language: string | null, job_id: number, title: string) {
  if (lastLanguagesOf(db).length < 2) return title
  const [job] = await db.all<{ title: string }>(
    sql`select ${titleFor(sql`${language}`)} as title from ${jobs} where ${jobs.id} = ${job_id}`,
  )
  return job?.title ?? title
}
