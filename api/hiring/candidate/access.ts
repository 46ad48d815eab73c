import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import { Problem } from '#api/core/http/problem.ts'
import { applicationOf, hashOfGiven, voidOlderLinks } from '#api/core/links/candidate-links.ts'
import type { Env } from '#api/core/route/context.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { say } from '#api/core/words/contract/say.ts'
import { sayErrorKey } from '#api/core/words/error-key.ts'
import { readerLanguage, readerWords } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import type { ApplicationAction } from '#db/enums.ts'
import { auditEvents, applications as table } from '#db/schema.ts'
import type { WithCalendars } from '../busy-calendars/busy-calendars.ts'
import { load } from './rows.ts'

export const words = () => readerWords().candidate

/** SQL: the id of the application of the token in the path. Throws 404 for a non-token, and 429. */
export async function linked(c: Context<Env>): Promise<SQL> {
  if (!c.env?.isCounted) await c.var.limits.candidate(c.env?.ip ?? '')
  const hash = hashOfGiven(c.req.param('token') ?? '')
  if (!hash) throw unknownLink()
  await voidOlderLinks(c.var.db, hash)
  return applicationOf(c.var.db, hash)
}

/** The message of an issue; those of the schemas here are keys. */
export function sayKey(issue: z.core.$ZodIssue) {
  return issue.message === 'messageRequired'
    ? readerWords().candidate.messageRequired
    : sayErrorKey(issue)
}

export const unknownLink = () => new Problem(404, words().unknownLink)

/** 409: the company must keep the application as it is. */
export async function heldProblem(db: Db, what: 'eraseOnHold' | 'resumeOnHold' | 'documentOnHold') {
  const { site_name: site, contact_email: contact } = await readSiteSettings(db)
  const asking = contact ? ` ${words().onHoldContact}` : ''
  return new Problem(409, say(words()[what] + asking, { site, contact }, readerLanguage()))
}

/** The candidate's application, or 404. */
export async function loadLinked(services: WithCalendars, which: SQL) {
  const row = await load(services, which)
  if (!row) throw unknownLink()
  return row
}

/** A batch statement: records what the candidate does to the applications that match. */
export const note = (
  db: Db,
  action: ApplicationAction,
  which: SQL | undefined,
  detail: Record<string, string> = {},
) =>
  db.run(sql`
    insert into ${auditEvents} (actor_name, action, target_id, target_name, detail)
    select 'the candidate', ${action}, ${table.id}, ${table.first_name} || ' ' || ${table.last_name},
      ${JSON.stringify(detail)}
    from ${table} where ${which}`)
