import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { preparedItem } from '#db/prepared.ts'
import { outbox } from '#db/schema.ts'
import { idPlaceholder, type NewMail, referencePlaceholder, type StaffNotice } from './new-mail.ts'

/** Notices of applications to one address in an hour; one email is about all others. */
const maxAnHour = 20

const isBundled = (key: SQL) => sql`exists (
  select 1 from outbox where mailbox = ${key} and kind = 'notice_bundle'
    and sent_at is null and failed_at is null)`
const isTooMany = (key: SQL) => sql`(select count(*) from (
  select 1 from outbox where mailbox = ${key} and kind = 'notice'
    and created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')
  limit ${sql.raw(String(maxAnHour))})) >= ${sql.raw(String(maxAnHour))}`

/** Of the application that has just got this link. */
const applied = sql`candidate_links l join applications a on a.id = l.application_id
  where l.id = ${sql.placeholder('link')}`
const given = (name: keyof NewMail) => sql.placeholder(name)
const key = sql`${given('mailbox')}`

const insertBundle = preparedItem((db) =>
  db.run(sql`
    insert into ${outbox} (kind, mailbox, message_id, to_name, to_address, subject, text, html,
      created_at, held_until, next_try_at)
    select 'notice_bundle', ${given('mailbox')}, ${given('message_id')}, ${given('to_name')},
      ${given('to_address')}, ${given('subject')}, ${given('text')}, ${given('html')}, a.created_at,
      strftime('%Y-%m-%dT%H:%M:%fZ', a.created_at, '+1 hour'),
      strftime('%Y-%m-%dT%H:%M:%fZ', a.created_at, '+1 hour')
    from ${applied} and ${isTooMany(key)} and not ${isBundled(key)}`),
)

const insertNotice = preparedItem((db) => {
  const numbered = (name: keyof NewMail) =>
    sql`replace(replace(${given(name)}, ${idPlaceholder}, a.id), ${referencePlaceholder}, a.reference)`
  return db.run(sql`
    insert into ${outbox} (application_id, kind, mailbox, message_id, to_name, to_address, subject,
      text, html)
    select a.id, 'notice', ${given('mailbox')}, ${given('message_id')}, ${given('to_name')},
      ${given('to_address')}, ${numbered('subject')}, ${numbered('text')}, ${numbered('html')}
    from ${applied} and not ${isTooMany(key)} and not ${isBundled(key)}`)
})

/** Batch statements: tell staff of the application with this link, or bundle it with others. */
export const queueNotices = (db: Db, all: StaffNotice[], link: string) =>
  all.flatMap(({ notice, bundle }) => [
    insertBundle(db, { ...bundle, link }),
    insertNotice(db, { ...notice, link }),
  ])

/** SQL for `outbox`: how many applications a bundle is about; null for other mails. */
export const bundledCount = sql<number | null>`case when outbox.kind = 'notice_bundle' then (
  select count(*) from applications
  where applications.created_at between outbox.created_at and outbox.held_until) end`
