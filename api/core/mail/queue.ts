import { isSQLWrapper, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { applications, outbox, users } from '#db/schema.ts'

type Row = typeof outbox.$inferInsert

/** A row of `outbox`. A value may be SQL about what the mail is selected from. */
type QueuedMail = { [Column in keyof Row]: Row[Column] | SQLWrapper }

/**
 * A batch statement: queues the mail, once for each row of `from` (by default one) that fulfills
 * `where`. A `message_id` that was queued before is left out. Returns what was queued.
 *
 * @example queueMail(db, { ...toUser, ...mail }, sql`changes() > 0`, users)
 */
export function queueMail(db: Db, mail: QueuedMail, where = sql`1`, from?: SQLWrapper) {
  const given = Object.entries(mail).filter(([, value]) => value !== undefined)
  const columns = given.map(([name]) => sql.identifier(name))
  const values = given.map(([name, value]) =>
    isSQLWrapper(value) ? value : sql.param(value, outbox[name as keyof Row]),
  )
  return db.all<{ id: number; message_id: string; to_address: string }>(sql`
    insert into ${outbox} (${sql.join(columns, sql`, `)})
    select ${sql.join(values, sql`, `)} ${from && sql`from ${from}`}
    where ${where}
    on conflict (message_id) do nothing
    returning id, message_id, to_address`)
}

/** For a mail that is selected from `users`. */
export const toUser = {
  to_name: sql`${users.first_name} || ' ' || ${users.last_name}`,
  to_address: users.email,
}

/** For a mail that is selected from `applications`. */
export const toApplicant = {
  application_id: applications.id,
  to_name: sql`${applications.first_name} || ' ' || ${applications.last_name}`,
  to_address: applications.email,
}

type ToUsers = Omit<QueuedMail, keyof typeof toUser>

/** `queueMail` to each active user that fulfills `which`. */
export const queueToUsers = (db: Db, mail: ToUsers, which: SQL) =>
  queueMail(db, { ...toUser, ...mail }, sql`${users.is_active} = 1 and ${which}`, users)
