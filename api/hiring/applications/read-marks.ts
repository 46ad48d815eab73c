import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client.ts'

type Value = number | Placeholder

const readTo = (reader: Value) => sql`(select applications_read_to from users where id = ${reader})`

const markedUnread = (reader: Value) =>
  sql`select application_id from application_reads where user_id = ${reader} and is_unread = 1`

/** SQL: the reader, a user's id, has not read the application. */
export const isUnreadBy = (reader: Value, id: SQL | SQLiteColumn) =>
  // First a range of ids, so that what is read is not scanned.
  sql`${id} > min(${readTo(reader)}, coalesce((
      select min(application_id) - 1 from application_reads
      where user_id = ${reader} and is_unread = 1), ${readTo(reader)}))
    and (${id} > ${readTo(reader)} and not exists (
        select 1 from application_reads where user_id = ${reader} and application_id = ${id})
      or ${id} in (${markedUnread(reader)}))`

/** A statement: marks one as read. */
export const markRead = (db: Db, reader: number, id: number) =>
  db.run(sql`
    insert into application_reads (user_id, application_id)
    select ${reader}, id from applications
    where id = ${id} and (id > ${readTo(reader)} or id in (${markedUnread(reader)}))
    on conflict do update set is_unread = 0 where is_unread = 1`)

/** Marks all up to this id as read; those that arrive later stay unread. */
export const markAllRead = (db: Db, reader: number, upTo: number) =>
  db.batch([
    db.run(sql`
      update users set applications_read_to = max(applications_read_to,
        min(cast(${upTo} as integer), (select coalesce(max(id), 0) from applications)))
      where id = ${reader}`),
    db.run(sql`
      delete from application_reads
      where user_id = ${reader} and application_id <= cast(${upTo} as integer)`),
  ])

/** Marks one as unread. */
export const markUnread = (db: Db, reader: number, id: number) =>
  db.batch([
    db.run(sql`
      insert into application_reads (user_id, application_id, is_unread)
      select ${reader}, id, 1 from applications where id = ${id} and id <= ${readTo(reader)}
      on conflict do update set is_unread = 1`),
    db.run(sql`
      delete from application_reads
      where user_id = ${reader} and application_id = ${id} and ${id} > ${readTo(reader)}`),
  ])
