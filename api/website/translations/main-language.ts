import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Language } from '#api/core/words/contract/names.ts'
import type { Db } from '#db/client.ts'
import { drafts, jobs, pages, touched, translations, trash } from '#db/schema.ts'

const isTranslated = (kind: SQL, id: SQL) => sql`exists (select 1 from ${translations}
  where ${translations.kind} = ${kind} and ${translations.subject} = cast(${id} as text))`

/**
 * Batch statements before the main language changes, if `condition` holds: pages and jobs with
 * translations keep the old one as their own. The others follow the new one, as on a site with one
 * language.
 */
export const keepLanguages = (db: Db, main: Language, condition: SQL): BatchItem<'sqlite'>[] => [
  ...[pages, jobs].map((table) =>
    db
      .update(table)
      .set({ language: main, updated_at: touched(table.updated_at) })
      .where(sql`coalesce(${table.language}, '') = '' and ${condition}
        and ${isTranslated(table === pages ? sql`'page'` : sql`'job'`, sql`${table.id}`)}`),
  ),
  db.run(sql`
    update ${drafts} set fields = json_set(fields, '$.language', ${main})
    where coalesce(fields ->> '$.language', '') = '' and ${condition}
      and ${isTranslated(sql`${drafts.kind}`, sql`${drafts.subject_id}`)}`),
  // Of a job there is no row.
  db.run(sql`
    update ${trash} set row = json_set(row, '$.language', ${main})
    where kind = 'page' and coalesce(row ->> '$.language', '') = '' and ${condition}
      and ${isTranslated(sql`${trash.kind}`, sql`${trash.subject_id}`)}`),
]
