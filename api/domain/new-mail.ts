import { randomUUID } from 'node:crypto'

/** A mail as it is written into the outbox. */
export type NewMail = {
  message_id: string
  to_name: string
  to_address: string
  subject: string
  text: string
  html: string
}

/** A new Message-ID in the sender's domain. */
export const messageId = (from: string) =>
  `<${randomUUID()}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`
