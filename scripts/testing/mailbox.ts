import { afterAll, expect } from 'vitest'
import { header, mailServer, unfolded } from './mail-server.ts'
import { staffCalls } from './staff-calls.ts'

type Mail = {
  to: string
  subject: string
  text: string
  /** The file for a calendar, `invite.ics`; empty without one. */
  calendar: string
  /** All of it, as it was sent. */
  message: string
}

/** A mail server for the tests of the calling file: `startJourney({ SMTP_URL: mailbox.url })`. */
export async function openMailbox() {
  const server = await mailServer()
  afterAll(server.close)
  const to = (address: string) => server.received.map(read).filter((mail) => mail.to === address)
  return {
    url: server.url,
    to,
    /** Waits for the `count`th mail to this address. */
    async next(address: string, count = 1): Promise<Mail> {
      await expect.poll(() => to(address).length).toBeGreaterThanOrEqual(count)
      return to(address)[count - 1]!
    },
    /** Waits for the first mail to this address with such a subject. */
    async find(address: string, subject: RegExp): Promise<Mail> {
      const found = () => to(address).find((mail) => subject.test(mail.subject))
      await expect.poll(found).toBeDefined()
      return found()!
    },
  }
}

/** The UTF-8 text of quoted-printable, and of the encoded words of a header (RFC 2047 §4.2). */
const fromHex = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Reads the first part, which is text in quoted-printable (RFC 2045 §6.7) or base64 (§6.8). */
function read(message: string): Mail {
  const to = header(message, 'To') ?? ''
  const [, head = '', part = ''] = message.split(
    /^(Content-Type: text\/plain.*\r\n(?:.+\r\n)*)\r\n/m,
  )
  const body = part.split(/^--/m)[0]!
  // As it is encoded in languages with few Latin letters.
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(head)
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : fromHex(unfolded(body))
  const [, file = ''] = message.split(/^Content-Type: application\/ics.*\r\n(?:.+\r\n)*\r\n/m)
  const calendar = Buffer.from(file.split(/^--/m)[0]!, 'base64').toString()
  const subject = (header(message, 'Subject') ?? '')
    .replace(/\?= =\?UTF-8\?Q\?/gi, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word) => fromHex(word.replaceAll('_', ' ')))
  return { to: /<(.*)>/.exec(to)?.[1] ?? to, subject, text, calendar, message }
}

/** The password link in a mail. */
export const linkIn = ({ text }: Mail) => /https?:\/\/\S+\/reset-password#token=\S+/.exec(text)?.[0]

/**
 * Lets the held mails about decisions leave now, as if their minute were over.
 *
 * @param rows runs SQL on the database file of the server
 */
export async function releaseHeldMails(
  server: { readonly url: string },
  rows: (sql: string) => unknown,
) {
  const past = '2026-01-01T00:00:00.000Z'
  rows(`UPDATE outbox SET held_until = '${past}', next_try_at = '${past}'
    WHERE tells IS NOT NULL RETURNING id`)
  // Each write makes the outbox look.
  await staffCalls(server)('PUT', '/settings/key/status_rejected', { value: '' })
}
