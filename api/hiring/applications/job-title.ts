import { sql } from 'drizzle-orm'
import { lastLanguagesOf } from '#api/core/site-settings/site-settings.ts'
import { readTranslations } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import { applications, jobs, settings, translations } from '#db/schema.ts'

const settingOf = (key: string, or: string) =>
  sql`coalesce((select ${settings.value} from ${settings} where ${settings.key} = ${key}), ${or})`
const main = settingOf('site_language', 'en')

const isOfSite = sql`instr(',' || ${main} || ',' || ${settingOf('site_languages', '')} || ',',
  ',' || ${translations.language} || ',')`

/**
 * SQL, for a select from applications and their jobs: the title as the candidate reads it, for the
 * private page and emails; the original's without a published translation.
 */
export const titleForCandidate = sql<string>`coalesce((
  select nullif(${translations.fields} ->> 'title', '') from ${translations}
  where ${translations.kind} = 'job' and ${translations.subject} = cast(${jobs.id} as text)
    and ${translations.language} = coalesce(${applications.language}, ${main})
    and ${translations.is_published} = 1 and ${isOfSite}), ${jobs.title})`

/** The same for an application that is not stored yet. `language` is null for the main one. */
export async function titleIn(db: Db, language: string | null, job_id: number, title: string) {
  const [first, ...others] = lastLanguagesOf(db)
  if (!others.length) return title
  const fields = (await readTranslations(db, 'job', language ?? first, [job_id])).get(
    String(job_id),
  )
  return typeof fields?.title === 'string' && fields.title ? fields.title : title
}
