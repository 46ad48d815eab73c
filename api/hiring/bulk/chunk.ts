import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { FileStore } from '#api/core/files/store.ts'
import type { Outbox } from '#api/core/mail/outbox.ts'
import type { Db } from '#db/client.ts'
import type { ApplicationAction, BulkAction, BulkParams, BulkState } from '#db/enums.ts'
import { auditEvents, bulk, bulkItems } from '#db/schema.ts'
import { wasDeleted } from './reasons.ts'

/** An action that this worker has leased. */
export type Leased = {
  id: number
  user_id: number | null
  user_name: string
  ip: string
  action: BulkAction
  params: BulkParams
  state: BulkState
  lease_until: string | null
}

export type Tools = {
  db: Db
  store: FileStore
  outbox?: Pick<Outbox, 'removeFiles'> | undefined
  log: Logger
  /** MAIL_FROM */
  mailFrom: string
  publicUrl: string | undefined
  ownAddress: () => string
}

/**
 * The statements that all kinds of chunks share. Each is about the items that have neither ended
 * nor failed, and does nothing once another worker has the lease.
 */
export function chunkOf({ db }: Tools, action: Leased, ids: number[]) {
  const from = action.state === 'undoing' ? 'done' : 'waiting'
  const isLeased = sql`exists (
    select 1 from bulk where id = ${action.id} and lease_until = ${action.lease_until})`
  const items = sql`bulk_id = ${action.id} and state = ${from} and ${isLeased}
    and application_id in (select value from json_each(${JSON.stringify(ids)}))`
  const exists = sql`exists (
    select 1 from applications where id = bulk_items.application_id)`
  return {
    /** SQL: the ids of the applications that have not failed. */
    ids: sql`(select application_id from bulk_items where ${items})`,
    fail: (error: SQL, condition: SQL) =>
      db.run(sql`update ${bulkItems} set state = 'failed', error = ${error}
        where ${items} and ${condition}`),
    failDeleted: () =>
      db.run(sql`update ${bulkItems} set state = 'failed', error = ${wasDeleted}
        where ${items} and not ${exists}`),
    /** One event for each of the applications, before they change. */
    record: (what: ApplicationAction, detail: SQL) =>
      db.run(sql`
        insert into ${auditEvents} (actor_id, actor_name, ip, action, target_id, target_name, detail)
        select ${action.user_id}, ${action.user_name}, ${action.ip}, ${what}, applications.id,
          first_name || ' ' || last_name, ${detail}
        from bulk_items join applications on applications.id = application_id
        where ${items}`),
    /** Ends the items that are left, and counts them. */
    end: (state: 'done' | 'undone', { set = sql``, where = sql`1` } = {}) =>
      [
        db.run(sql`
          update ${bulk} set done = done + (
            select count(*) from bulk_items where ${items} and ${where})
          where id = ${action.id} and lease_until = ${action.lease_until}`),
        db.run(sql`update ${bulkItems} set state = ${state}${set} where ${items} and ${where}`),
      ] as const,
    release: () =>
      db.run(sql`update ${bulk} set lease_until = null
        where id = ${action.id} and lease_until = ${action.lease_until}`),
  }
}
