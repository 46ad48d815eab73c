import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema.ts'
import { idPlaceholder, type NewMail, referencePlaceholder, type StaffNotice } from './new-mail.ts'

/** Notices of applications to one address in an hour; one email is about all others. */
const maxAnHour = 20

const isBundled = (key: SQL) => sql`exists (
  select 1 from outbox where mailbox = ${key} and kind = 'notice_bundle'
    and sent_at is null and failed_at is null)`
/** SQL: the address, as `mailbox` has it, has had as many notices in the last hour as it may get. */
export const hasManyNotices = (key: SQL) => sql`(select count(*) from (
  select 1 from outbox where mailbox = ${key} and kind = 'notice'
    and created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')
  limit ${sql.raw(String(maxAnHour))})) >= ${sql.raw(String(maxAnHour))}`

/** Of the application that has just got this link. */
const applied = (
  link: string,
) => sql`candidate_links l join applications a on a.id = l.application_id
  where l.id = ${link}`

function insertBundle(db: Db, mail: NewMail, link: string) {
  const key = sql`${mail.mailbox ?? null}`
  return db.run(sql`
    insert into ${outbox} (kind, mailbox, message_id, to_name, to_address, subject, text, html,
      created_at, held_until, next_try_at)
    select 'notice_bundle', ${key}, ${mail.message_id}, ${mail.to_name}, ${mail.to_address},
      ${mail.subject}, ${mail.text}, ${mail.html}, a.created_at,
      strftime('%Y-%m-%dT%H:%M:%fZ', a.created_at, '+1 hour'),
      strftime('%Y-%m-%dT%H:%M:%fZ', a.created_at, '+1 hour')
    from ${applied(link)} and ${hasManyNotices(key)} and not ${isBundled(key)}`)
}

function insertNotice(db: Db, mail: NewMail, link: string) {
  const key = sql`${mail.mailbox ?? null}`
  const numbered = (text: string) =>
    sql`replace(replace(${text}, ${idPlaceholder}, a.id), ${referencePlaceholder}, a.reference)`
  return db.run(sql`
    insert into ${outbox} (application_id, kind, mailbox, message_id, to_name, to_address, subject,
      text, html)
    select a.id, 'notice', ${key}, ${mail.message_id}, ${mail.to_name}, ${mail.to_address},
      ${numbered(mail.subject)}, ${numbered(mail.text)}, ${numbered(mail.html)}
    from ${applied(link)} and not ${hasManyNotices(key)} and not ${isBundled(key)}`)
}

/** Batch statements: tell staff of the application with this link, or bundle it with others. */
export const queueNotices = (db: Db, all: StaffNotice[], link: string) =>
  all.flatMap(({ notice, bundle }) => [
    insertBundle(db, bundle, link),
    insertNotice(db, notice, link),
  ])

/** SQL for `outbox`: how many applications a bundle is about; null for other mails. */
export const bundledCount = sql<number | null>`case when outbox.kind = 'notice_bundle' then (
  select count(*) from applications
  where applications.created_at between outbox.created_at and outbox.held_until) end`
