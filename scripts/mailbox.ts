import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect } from 'vitest'

type Mail = { to: string; subject: string; text: string }

/** A real mail server for the tests of the calling file: `setOut({ SMTP_URL: mailbox.url })`. */
export async function openMailbox() {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      mails.push(read(await textOf(stream)))
      done()
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => new Promise<void>((closed) => server.close(closed)))
  const to = (address: string) => mails.filter((mail) => mail.to === address)
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    to,
    /** The `count`th mail to this address, once it is there. */
    async next(address: string, count = 1): Promise<Mail> {
      await expect.poll(() => to(address).length, { timeout: 5000 }).toBeGreaterThanOrEqual(count)
      return to(address)[count - 1]!
    },
  }
}

/** The text part comes first; what it holds is quoted-printable (RFC 2045 §6.7). */
function read(message: string): Mail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(message)?.[1] ?? ''
  const [, part = ''] = message.split(/^Content-Type: text\/plain.*\r\n(?:.+\r\n)*\r\n/m)
  const text = part
    .split(/^--/m)[0]!
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { to: /<(.*)>/.exec(header('To'))?.[1] ?? header('To'), subject: header('Subject'), text }
}

/** The link to choose a password that a mail holds. */
export const linkIn = ({ text }: Mail) => /https?:\/\/\S+\/reset-password#token=\S+/.exec(text)?.[0]
