import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import { composer, queue } from '#api/core/letters/candidate-mails.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { applications, jobs, now, outbox, messages as table } from '#db/schema.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import { isFromCandidate, isNewKey, mayWrite, messagesWithKey } from './rows.ts'

export const missing = 'Application not found'

/** Messages of staff about an application in 24 hours, and so emails to its candidate. */
const maxADay = 30

export const tooManyMessages = () =>
  new Problem(
    429,
    'This candidate has had many messages today. Please send this one tomorrow; nothing you typed is lost.',
    { headers: { 'Retry-After': '3600' } },
  )

/** What a message names of the application, or 404. */
export const existing = async (db: Db, id: number) => {
  const [found] = await db
    .select({
      id: applications.id,
      reference: applications.reference,
      first_name: applications.first_name,
      last_name: applications.last_name,
      language: applications.language,
      job_title: titleForCandidate,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.job_id))
    .where(eq(applications.id, id))
  return orNotFound(found, missing)
}

/** SQL: the email about an earlier message stands for this one: it is recent, and nothing was read. */
const isBundled = sql`exists (
  select 1 from ${table} join ${outbox} on ${outbox.id} = ${table.mail_id}
  where ${table.application_id} = ${applications.id} and ${table.read_at} is null
    and ${outbox.failed_at} is null
    and ${outbox.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour'))`

type Message = {
  id: number
  text: string
  key: string
  /** It has an email of its own, even where one about an earlier message was not opened yet. */
  mailed?: boolean
  /** Rejects when they have written too much. */
  limited?: Promise<void>
  /** SQL about the application, without which nothing is written. */
  condition?: SQL
  /** Statements after the one that stores the message, whose `changes()` they read. */
  after?: BatchItem<'sqlite'>[]
}

/**
 * Stores the message and queues the email about it, together and once. Undefined if the condition
 * does not hold, or the candidate has had too many.
 */
export async function writeAsStaff(
  c: Context<Env>,
  { id, text, key, mailed = false, limited, condition, after = [] }: Message,
) {
  const { db } = c.var
  const me = signedInUser(c)
  const [to, compose, { message_mail_text }] = await Promise.all([
    existing(db, id),
    composer(c),
    readSomeSettings(db, 'message_mail_text'),
    limited,
  ])
  const withText = message_mail_text === 'true'
  const byLink = compose('message', to, withText ? text : undefined)
  // No link is mailed to an address that staff entered, so this email is all there is to read.
  const toOther = compose('message', { ...to, given_email: 'another' }, text)
  const isNew = and(
    eq(applications.id, id),
    reviewedBy(me),
    isNewKey(key),
    mayWrite(sql`not ${isFromCandidate}`, maxADay),
    condition,
  )
  const linked = sql`${applications.given_email} is null`
  const ids = [byLink.message_id, toOther.message_id]
  const results = await db.batch([
    queue(db, byLink, id, {
      condition: sql`${isNew} and ${linked}${withText || mailed ? sql`` : sql` and not ${isBundled}`}`,
      byStaff: true,
    }),
    queue(db, toOther, id, { condition: sql`${isNew} and not ${linked}`, byStaff: true }),
    db.update(applications).set({ answered_at: now }).where(isNew),
    db.run(sql`
      insert into ${table} (application_id, author_id, author_name, text, idempotency_key, mail_id)
      select ${applications.id}, ${me.id}, ${fullName(me)}, ${text}, ${key}, coalesce(
        (select id from ${outbox} where ${outbox.message_id} in ${ids}),
        (select max(mail_id) from ${table} where ${table.application_id} = ${applications.id}))
      from ${applications} where ${isNew}`),
    ...after,
    messagesWithKey(db, key),
  ])
  const [written] = results.at(-1) as Awaited<ReturnType<typeof messagesWithKey>>
  if (written) c.set('auditTarget', to)
  else await existing(db, id)
  return written
}
