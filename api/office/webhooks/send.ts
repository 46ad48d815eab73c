import type { Secrets } from '#api/core/environment/secrets.ts'
import { type Outbound, OutboundError } from '#api/core/outbound/outbound.ts'
import type { WebhookFormat } from '#db/enums.ts'
import { bodyOf, type Message, type Names } from './message.ts'
import { openSecret, signatureHeaders } from './secrets.ts'

export type Receiver = {
  url: string
  format: WebhookFormat
  secret: string
  /** While it signs too. */
  old_secret: string | null
}

export type Attempt =
  | { end: 'delivered'; status: number; response: string }
  | { end: 'failed'; status: number | null; response: string | null; error: string }
  /** The process stops. */
  | { end: 'untried' }

const unreadable =
  'The stored secret cannot be read: the key of stored secrets has changed. Make a new secret'

function whyRefused(status: number) {
  if (status === 410) return 'The receiver answered 410: it wants nothing more'
  return status >= 300 && status < 400
    ? `The receiver answered ${status}: it redirects, which is not followed. Enter the address that it leads to`
    : `The receiver answered ${status}`
}

/** A stranger's words: without control characters. */
const printable = (body: Buffer) =>
  body
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cf}\uFFFD\s]+/gu, ' ')
    .trim()

/** One attempt. A 2xx counts as soon as the headers are there, whatever becomes of the body. */
export async function send(
  { outbound, secrets }: { outbound: Outbound; secrets: Secrets },
  { url, format, secret, old_secret }: Receiver,
  message: Message & { message_id: string },
  names: Names,
  {
    maxBytes = 0,
    timeoutMs,
    signal,
  }: { maxBytes?: number; timeoutMs: number; signal?: AbortSignal },
): Promise<Attempt> {
  const keys = [secret, old_secret].flatMap(
    (sealed) => (sealed && openSecret(secrets, sealed)) || [],
  )
  if (!keys.length) return { end: 'failed', status: null, response: null, error: unreadable }
  const body = bodyOf(message, format, names)
  try {
    const response = await outbound.send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Foyer-Webhooks',
        ...signatureHeaders(keys, { message_id: message.message_id, body, at: new Date() }),
      },
      body,
      maxBytes,
      isPartEnough: true,
      timeoutMs,
      ...(signal && { signal }),
    })
    const { status } = response
    const said = printable(response.body)
    return status >= 200 && status < 300
      ? { end: 'delivered', status, response: said }
      : { end: 'failed', status, response: said, error: whyRefused(status) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.reason === 'aborted') return { end: 'untried' }
    return { end: 'failed', status: null, response: null, error: error.sentence }
  }
}
