import { type SQL, sql } from 'drizzle-orm'

export const wasDeleted = 'It was deleted'
export const noDecision = 'There is no decision yet to tell about'
export const tooManyTags = 'It has as many tags as it can have'
export const otherSteps = 'Its job has other steps'
export const hasWithdrawn = 'The candidate withdrew the application, so no email is sent'
export const alreadySent = 'The email about it has already been sent'

export const onHold = 'It is on legal hold'
export const mailOnHold = 'It is on legal hold, so its email can not be removed'

/** SQL: the item's application is on legal hold. */
export const isOnHold = sql`exists (
  select 1 from applications where id = bulk_items.application_id and legal_hold is not null)`

/** SQL: the candidate of the item has withdrawn. */
export const isWithdrawn = sql`(
  select withdrawn_at from applications where id = bulk_items.application_id) is not null`

/** SQL: who changed the application last, as the audit trail says. */
const changedBy = (application: SQL) => sql`coalesce(
  (select nullif(actor_name, '') from audit_events
   where target_id = ${application} and action = 'application.changed' order by id desc limit 1),
  'Someone else')`

/** SQL: the sentence about an application that someone else has changed. */
export const wasChanged = (application: SQL) =>
  sql`${changedBy(application)} || ' has changed it in the meantime'`
