import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { idPlaceholder, referencePlaceholder, type StaffNotice } from './new-mail.ts'
import { queueMail } from './queue.ts'

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

const applied = sql`candidate_links l join applications a on a.id = l.application_id`

const afterAnHour = sql`strftime('%Y-%m-%dT%H:%M:%fZ', a.created_at, '+1 hour')`

/** Batch statements: tell staff of the application that has just got this link, or bundle it with others. */
export const queueNotices = (db: Db, all: StaffNotice[], link: string) =>
  all.flatMap(({ notice, bundle }) => {
    const key = sql`${notice.mailbox ?? null}`
    const isNew = sql`l.id = ${link} and not ${isBundled(key)}`
    const numbered = (text: string) =>
      sql`replace(replace(${text}, ${idPlaceholder}, a.id), ${referencePlaceholder}, a.reference)`
    const bundled = {
      ...bundle,
      kind: 'notice_bundle' as const,
      created_at: sql`a.created_at`,
      held_until: afterAnHour,
      next_try_at: afterAnHour,
    }
    const own = {
      ...notice,
      application_id: sql`a.id`,
      kind: 'notice' as const,
      subject: numbered(notice.subject),
      text: numbered(notice.text),
      html: numbered(notice.html),
    }
    return [
      queueMail(db, bundled, sql`${isNew} and ${hasManyNotices(key)}`, applied),
      queueMail(db, own, sql`${isNew} and not ${hasManyNotices(key)}`, applied),
    ]
  })

/** SQL for `outbox`: how many applications a bundle is about; null for other mails. */
export const bundledCount = sql<number | null>`case when outbox.kind = 'notice_bundle' then (
  select count(*) from applications
  where applications.created_at between outbox.created_at and outbox.held_until) end`
