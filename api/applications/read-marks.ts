import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

const readTo = (reader: number) =>
  sql`(select applications_read_to from users where id = ${reader})`

/** A batch statement: marks the applications that `which` is true of as read, by a row each. */
const insertReads = (db: Db, reader: number, which: SQL) =>
  db.run(sql`
    insert or ignore into application_reads (user_id, application_id)
    select ${reader}, id from applications where id > ${readTo(reader)} and ${which}`)

export const markRead = (db: Db, reader: number, id: number) =>
  insertReads(db, reader, sql`id = ${id}`)

/** Marks all up to this id as read; those that arrive later stay unread. */
export const markAllRead = (db: Db, reader: number, upTo: number) =>
  db.batch([
    db.run(sql`
      update users set applications_read_to = max(applications_read_to,
        min(cast(${upTo} as integer), (select coalesce(max(id), 0) from applications)))
      where id = ${reader}`),
    db.run(sql`
      delete from application_reads
      where user_id = ${reader} and application_id <= ${readTo(reader)}`),
  ])

/** Marks one unread. Below the reader's `applications_read_to`, the later ones get rows instead. */
export const markUnread = (db: Db, reader: number, id: number) =>
  db.batch([
    db.run(sql`
      insert or ignore into application_reads (user_id, application_id)
      select ${reader}, id from applications where id > ${id} and id <= ${readTo(reader)}`),
    db.run(sql`
      update users set applications_read_to = min(applications_read_to, ${id} - 1)
      where id = ${reader}`),
    db.run(sql`delete from application_reads where user_id = ${reader} and application_id = ${id}`),
  ])
