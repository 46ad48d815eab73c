import { sql } from 'drizzle-orm'
import { hashOfGiven } from '#api/core/links/candidate-links.ts'
import { lastLanguagesOf } from '#api/core/site-settings/site-settings.ts'
import type { Language } from '#api/core/words/contract/names.ts'
import type { Db } from '#db/client.ts'
import { jobAlertLinks, jobAlerts as table } from '#db/schema.ts'

/** The language of the alert that a mailed link is of; undefined for an unknown link. */
export async function languageOfAlert(db: Db, token: string): Promise<Language | undefined> {
  const hash = hashOfGiven(token)
  if (!hash) return undefined
  const [row] = await db
    .select({ language: table.language })
    .from(table)
    .where(
      sql`${table.id} in (select alert_id from ${jobAlertLinks} where ${jobAlertLinks.id} = ${hash})`,
    )
  const all = lastLanguagesOf(db)
  return row && (all.find((tag) => tag === row.language) ?? all[0])
}
