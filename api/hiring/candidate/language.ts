import { sql } from 'drizzle-orm'
import type { Context, Next } from 'hono'
import { hashOfGiven } from '#api/core/links/candidate-links.ts'
import type { Env } from '#api/core/route/context.ts'
import { lastLanguagesOf } from '#api/core/site-settings/site-settings.ts'
import { isLanguage, type Language } from '#api/core/words/contract/names.ts'
import { inLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import { applications, candidateLinks, candidateRequests, jobInvitations } from '#db/schema.ts'

/**
 * The language of the application that a mailed link is about; undefined for an unknown link. A site
 * with one language isn't asked.
 */
export async function languageOfLink(db: Db, token: string): Promise<Language | undefined> {
  const all = lastLanguagesOf(db)
  const hash = all.length > 1 ? hashOfGiven(token) : undefined
  if (!hash) return undefined
  const [row] = await db
    .select({ language: applications.language })
    .from(applications)
    .where(sql`${applications.id} in (
      select application_id from ${candidateLinks} where id = ${hash}
      union all select application_id from ${candidateRequests} where id = ${hash}
      union all select application_id from ${jobInvitations} where id = ${hash})`)
  return row && (all.find((tag) => tag === row.language) ?? all[0])
}

const tokenIn = /\/candidate\/(?:confirm\/|invitations\/)?([\w-]{43}\.?)(?:\/|$)/

/** A middleware: errors too are in the language of the application, unless the call says another. */
export async function inTheirLanguage(c: Context<Env>, next: Next) {
  const token = tokenIn.exec(c.req.path)?.[1]
  if (!token || isLanguage(c.req.query('lang') ?? '')) return next()
  const language = await languageOfLink(c.var.db, token)
  if (!language) return next()
  await inLanguage(language, next)
}
