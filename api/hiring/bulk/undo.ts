import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isOnHold } from './reasons.ts'

/** SQL: the status that the item's action has set. */
const decision = sql`(select params ->> 'status' from bulk where bulk.id = bulk_items.bulk_id)`

/** SQL: the application of an item is such as `condition` on its row says. */
const application = (condition: SQL) => sql`exists (
  select 1 from applications where applications.id = bulk_items.application_id and ${condition})`

/** SQL: somebody has changed the status since the action. */
export const statusChanged = application(sql`
  (applications.status is not ${decision} or reviewed_at is not reviewed_at_after)`)

/** SQL: the candidate knows the decision, or an email about it has begun to leave. */
export const hasLeft = sql`(
  ${application(sql`told_status = ${decision} and told_at >= reviewed_at`)}
  or exists (
    select 1 from outbox
    where outbox.application_id = bulk_items.application_id and tells = ${decision}
      and (sent_at is not null or lease_until is not null)
      and created_at >= (select created_at from bulk where bulk.id = bulk_items.bulk_id)))`

/** SQL: a legal hold keeps an unsent email about the decision. */
export const keepsMail = sql`(${isOnHold} and exists (
  select 1 from outbox
  where outbox.application_id = bulk_items.application_id and tells is not null
    and sent_at is null and failed_at is null))`

/** SQL: Undo puts the item's application back. */
export const isUndoable = sql`(bulk_items.state = 'done' and reviewed_at_after is not null
  and ${application(sql`1`)} and not ${statusChanged} and not ${hasLeft}
  and not ${keepsMail})`

/** More items than this are not looked at, since that would take too long. */
export const maxChecked = 10_000

/** What Undo would do where it can't do anything. */
export const nothing = { undoable: 0, left_out: 0, held_until: null }

/** How many of the action's first `maxChecked` applications Undo would put back, and leave. */
export async function countUndoable(db: Db, bulk_id: number) {
  const [row] = await db.all<{ undoable: number; left_out: number; held_until: string | null }>(sql`
    select count(*) filter (where undoable) as undoable,
      count(*) filter (where not undoable) as left_out,
      min(held_until) filter (where undoable) as held_until
    from (
      select ${isUndoable} as undoable, (
        select held_until from outbox
        where outbox.application_id = bulk_items.application_id and tells = ${decision}
          and sent_at is null and failed_at is null) as held_until
      from bulk_items
      where bulk_id = ${bulk_id} and state = 'done' and reviewed_at_after is not null
      limit ${maxChecked})`)
  return row ?? nothing
}
