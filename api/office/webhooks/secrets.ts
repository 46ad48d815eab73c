import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '#api/core/environment/secrets.ts'

const prefix = 'whsec_'

/** 256 bits, in the form of Standard Webhooks. */
export const newSecret = () => prefix + randomBytes(32).toString('base64')

const context = 'webhook secret'

export const sealSecret = (secrets: Secrets, secret: string) => secrets.seal(secret, context)

/** Undefined when it was sealed with another key. */
export const openSecret = (secrets: Secrets, sealed: string) => secrets.open(sealed, context)

/** https://www.standardwebhooks.com: one signature for each secret, the newest first. */
export function signatureHeaders(
  secrets: readonly string[],
  { message_id, body, at }: { message_id: string; body: string; at: Date },
) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${message_id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': message_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
