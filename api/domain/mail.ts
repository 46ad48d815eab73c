import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export type Message = {
  message_id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Sends one message, or throws. `permanent` on the error: trying again is of no use. */
export type Mailer = { send(message: Message): Promise<void>; close(): void }

export class Refused extends Error {
  readonly permanent: boolean
  constructor(cause: Error & { responseCode?: number }) {
    super(cause.message, { cause })
    // RFC 5321 §4.2.1: 5yz is a permanent negative reply.
    this.permanent = (cause.responseCode ?? 0) >= 500
  }
}

/** All of it shorter than a lease: a worker never finds its message in another's hands. */
const deadlines = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

const forNodemailer = ({ message_id, ...message }: Message, from: string) => ({
  ...message,
  from,
  messageId: message_id,
  // A message of ours holds nothing from elsewhere.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Through the SMTP server that the URL names. */
function openSmtp(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ url, ...deadlines })
  return {
    async send(message) {
      await transport.sendMail(forNodemailer(message, from)).catch((error) => {
        throw new Refused(error)
      })
    },
    close: () => transport.close(),
  }
}

/** Without a server each message becomes a file that mail programs open. */
function openFolder(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(forNodemailer(message, from))
      const name = message.message_id.replace(/[^\w.-]/g, '')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(path.join(folder, `${name}.part`), bytes as Buffer, { mode: 0o600 })
      await rename(path.join(folder, `${name}.part`), path.join(folder, `${name}.eml`))
    },
    close() {},
  }
}

export const openMailer = ({
  url,
  from,
  folder,
}: {
  url?: string
  from: string
  folder: string
}) => (url ? openSmtp(url, from) : openFolder(folder, from))
