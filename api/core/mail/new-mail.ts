import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { MailKind } from '#db/enums.ts'

/** Placeholder for the application's id until its row exists. No input contains this character. */
export const idPlaceholder = '\u0001'
/** The same for its reference. */
export const referencePlaceholder = '\u0003'
/** In a bundle of notices: how many applications it is about. No input contains this character. */
export const countPlaceholder = '\u0004'

/** A mail to queue. */
export type NewMail = {
  kind?: MailKind
  /** For mail triggered by visitors: the key of its rate limit. */
  mailbox?: string
  message_id: string
  to_name: string
  to_address: string
  subject: string
  text: string
  html: string
}

/** The mail about one application, and that about all when there are too many. */
export type StaffNotice = { notice: NewMail; bundle: NewMail }

export const senderDomain = (from: string) => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'

/** A new Message-ID in the sender's domain. */
export const messageId = (from: string) => `<${randomUUID()}@${senderDomain(from)}>`

/** SQL: the same, another for each row. */
export const newMessageId = (domain: string) =>
  sql`'<' || lower(hex(randomblob(16))) || '@' || ${domain} || '>'`

const dayAndMinute = new Intl.DateTimeFormat('en-GB', {
  ...({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const),
})

/** The current time, for the text of a mail. */
export const timeInMail = (at = new Date()) => `${dayAndMinute.format(at)} UTC`
