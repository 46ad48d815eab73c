import { sql } from 'drizzle-orm'

/**
 * SQL: why the email that asks whether to keep the application for longer was not sent; null when it
 * was, or is on its way. It may be one for several applications of the same mailbox. Their ids are
 * compared as text: json_each would be a scan for each row of the list.
 */
export const keepAskError = sql<
  string | null
>`case when applications.keep_asked_at is not null then (
  select case when failed_at is not null then coalesce(last_error, '') end from outbox
  where outbox.id = (
    select max(mail.id) from applications other
      join outbox mail on mail.application_id = other.id and mail.kind = 'keep_renewal'
    where other.mailbox = applications.mailbox
      and (other.id = applications.id
        or instr(replace(replace(mail.links, '[', ','), ']', ','), ',' || applications.id || ',')))
  ) end`.as('keep_ask_error')
