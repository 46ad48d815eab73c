import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { messageMails } from '#api/core/letters/message-mail.ts'
import { queueMail } from '#api/core/mail/queue.ts'
import { hasManyNotices } from '#api/core/mail/staff-notices.ts'
import { reviews } from '#api/core/reviewers/scope.ts'
import type { Env } from '#api/core/route/context.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { applications, hiringTeams, jobs, messages as table, users } from '#db/schema.ts'
import { isFromCandidate } from './rows.ts'

const maxRecipients = 50

/**
 * Those who are told: who asked for it and reviews the job, its owners, and the colleague who wrote
 * last.
 */
function recipients({ var: { db } }: Context<Env>, about: { id: number; job_id: number }) {
  const owns = sql`exists (
    select 1 from ${hiringTeams} where ${hiringTeams.user_id} = ${users.id}
      and ${hiringTeams.job_id} = ${about.job_id} and ${hiringTeams.owner})`
  const wroteLast = sql`(select author_id from ${table}
    where ${table.application_id} = ${about.id} and not ${isFromCandidate}
    order by ${table.id} desc limit 1)`
  return db
    .select({
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      asked: users.notify_messages,
    })
    .from(users)
    .where(
      sql`${users.is_active} = 1 and (${owns}
        or ${reviews(about.job_id)} and (${users.notify_messages} = 1 or ${users.id} = ${wroteLast}))`,
    )
    .limit(maxRecipients)
}

/** SQL: staff were told of an earlier message that none of them has opened, less than an hour ago. */
const isTold = sql`exists (
  select 1 from ${table} where ${table.application_id} = ${applications.id}
    and ${isFromCandidate} and ${table.read_at} is null
    and ${table.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour'))`

/** Batch statements before the one that stores the message: tell staff of it, while `isNew` holds. */
export async function queueNotices(c: Context<Env>, which: SQL, text: string, isNew: SQL) {
  const { db, mailFrom } = c.var
  const [[about], settings] = await Promise.all([
    db
      .select({
        id: applications.id,
        job_id: applications.job_id,
        reference: applications.reference,
        first_name: applications.first_name,
        last_name: applications.last_name,
        job_title: jobs.title,
      })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.job_id))
      .where(sql`${applications.id} in ${which}`),
    readSiteSettings(db),
  ])
  if (!about) return []
  const mails = messageMails({ text, about }, await recipients(c, about), {
    site: settings.site_name,
    base: mailBase(c.var, settings),
    from: mailFrom,
    notify_email: settings.notify_email,
  })
  return mails.map((mail) =>
    queueMail(
      db,
      mail,
      sql`${isNew} and not ${isTold} and not ${hasManyNotices(sql`${mail.mailbox}`)}`,
      applications,
    ),
  )
}
