import { type SQL, sql } from 'drizzle-orm'
import { overdue, unanswered, unheard, untold } from '#api/core/calendar/waiting.ts'
import { readAutomaticTexts } from '#api/core/letters/automatic-texts.ts'
import { candidateMail, queue } from '#api/core/letters/candidate-mails.ts'
import { noticeRecipients } from '#api/core/letters/notices.ts'
import { waitingMail, waitingMailId } from '#api/core/letters/waiting-mail.ts'
import { queueMail } from '#api/core/mail/queue.ts'
import { noticeAddresses } from '#api/core/mail/staff-mail.ts'
import { isAmong } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import { jobs, outbox, applications as table } from '#db/schema.ts'
import { titleForCandidate } from '../applications/job-title.ts'

type Sender = {
  db: Db
  mailFrom: string
  /** From `mailBase`. */
  base: string
}
type Site = Parameters<typeof candidateMail>[0]['settings']

/** Switching the setting on mails nobody who became overdue before that. */
const maxOverdue = '-14 days'
const atOnce = 50

/**
 * Tells candidates who applied before `cutoff` and heard nothing that their answer is late, each
 * once, also after a decision: without this mail they would know of one. Returns whether it queued any.
 */
export async function notifyStillReading(
  { db, mailFrom, base }: Sender,
  settings: Site,
  cutoff: string,
): Promise<boolean> {
  const since = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${cutoff}, ${maxOverdue})`
  const isLate = sql`${unheard} and ${table.still_reading_at} is null
    and ${table.created_at} < ${cutoff} and ${table.created_at} > ${since}`
  const late = await db.all<{
    id: number
    reference: string
    first_name: string
    last_name: string
    given_email: string | null
    language: string | null
    title: string
  }>(
    sql`select ${table.id}, reference, first_name, last_name, given_email, ${table.language}, ${titleForCandidate} as title
      from ${table} join ${jobs} on ${jobs.id} = ${table.job_id}
      where ${table.id} in (
        select id from ${table} indexed by applications_unanswered where ${unanswered} and ${isLate}
        union all
        select id ${untold} and coalesce(reviewed_at, created_at) > ${since} and ${isLate}
        union all
        select application_id from ${outbox} where ${outbox.tells} is not null
          and ${outbox.sent_at} is null and ${outbox.failed_at} is null
      ) and ${isLate} and ${jobs.deleted_at} is null order by ${table.created_at} limit ${atOnce}`,
  )
  const texts = late.length ? await readAutomaticTexts(db) : {}
  for (const { title: job_title, ...person } of late) {
    const mail = candidateMail({ settings, base, mailFrom, texts }, 'stillReading', {
      ...person,
      job_title,
    })
    const stillIs = sql`${table.id} = ${person.id} and ${isLate}`
    await db.batch([
      queue(db, mail, person.id, { condition: isLate }),
      db.run(sql`update ${table} set still_reading_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
        where ${stillIs}`),
    ])
  }
  return late.length > 0
}

/** Removes queued “still reading” mails to candidates who have heard of us or withdrawn meanwhile. */
export const removeObsolete = (db: Db) =>
  db.run(sql`
    delete from ${outbox}
    where ${outbox.kind} = 'still_reading' and ${outbox.sent_at} is null and ${outbox.failed_at} is null
      and (${outbox.lease_until} is null or ${outbox.lease_until} < strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      and not exists (
        select 1 from applications where applications.id = ${outbox.application_id} and ${unheard})`)

/** How many applications the query finds, and when the first of them was received. */
async function countOf(db: Db, which: SQL) {
  const [row] = await db.all<{ count: number; first: string | null }>(
    sql`select count(*) as count, min(created_at) as first ${which}`,
  )
  return { count: row?.count ?? 0, first: row?.first ?? '' }
}

/**
 * Tells those who get notices of applications how many candidates wait for an answer, and since
 * when, once a day.
 */
export async function notifyStaffOfOverdue(
  { db, mailFrom, base }: Sender,
  {
    site_name: site,
    site_time_zone: zone,
    notify_email,
  }: Site & {
    notify_email: string
    site_time_zone: string
  },
  { cutoff, day }: { cutoff: string; day: string },
): Promise<boolean> {
  const recipients = noticeAddresses(await noticeRecipients(db), { site, notify_email })
  const mailAbout = async (among: SQL) => {
    const late = await countOf(db, sql`${overdue(cutoff)} and ${among}`)
    const notTold = await countOf(db, sql`${untold} and ${among}`)
    return waitingMail({ late, notTold }, { site, zone, base })
  }
  const ofAll = await mailAbout(sql`1`)
  let queued = false
  for (const { person, ...to } of recipients) {
    const mail = person?.jobs ? await mailAbout(isAmong(table.job_id, person.jobs)) : ofAll
    if (!mail) continue
    queued = true
    const message_id = waitingMailId(day, to.to_address, mailFrom)
    await queueMail(db, { message_id, ...to, ...mail })
  }
  return queued
}
