import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { MailSecurity } from '#db/enums.ts'
import { makeFolder } from '#db/make-folder.ts'
import { NotSent, type SmtpError, whoseFailure } from './failure.ts'
import { senderDomain } from './new-mail.ts'
import { isOnLoopback, isReserved, neverSent } from './reserved.ts'

type Message = {
  message_id: string
  /** The bare address: display names may come from strangers. */
  to: string
  reply_to?: string | undefined
  subject: string
  text: string
  html: string
  /** The iCalendar file of an invitation: shown by mail programs, and attached. */
  calendar?: string | null
  /** An image that the HTML shows by its Content-ID. */
  image?: { id: string; type: string; content: Buffer } | undefined
}

/** Sends one message or throws a NotSent. Once `stopping` is aborted, the outcome is unknown. */
export type Mailer = {
  /** False without a mail server: then each message becomes a file. */
  delivers: boolean
  send(message: Message, stopping?: AbortSignal): Promise<void>
  /** Removes the message's file, also one from before there was a mail server. */
  remove(message_id: string): Promise<void>
  /** Closes idle connections: until the next message, the server would do so. */
  rest(): void
  close(): void
  /** Where the settings can change: uses them as they are now. */
  reload?(): Promise<void>
  /** Where the settings can change: the mailer of now, for good. */
  current?(): Mailer
}

/**
 * Timeouts of the mail server, in ms: connect and greet, each command, a whole message. Giving up
 * early sends twice (RFC 5321 §4.5.3.2.6), hence minutes. Together with a check of the server, the
 * last two are shorter than a lease.
 */
export type Deadlines = { greeting: number; answer: number; message: number }
const usual: Deadlines = { greeting: 20_000, answer: 2 * 60_000, message: 5 * 60_000 }

/** A header value, or its parts where they come from people. */
export type Sender = string | { name: string; address: string }

/** With stored settings, a mail may be queued before there is a sender: its ID gets the domain. */
const withSenderDomain = (message_id: string, from: Sender) =>
  typeof from === 'string'
    ? message_id
    : message_id.replace(/@localhost>$/, `@${senderDomain(from.address)}>`)

const forNodemailer = (
  { message_id, to, reply_to, calendar, image, ...message }: Message,
  from: Sender,
) => ({
  ...message,
  ...(image && {
    attachments: [
      {
        cid: image.id,
        filename: `logo.${image.type.split('/')[1]}`,
        contentType: image.type,
        contentDisposition: 'inline' as const,
        content: image.content,
      },
    ],
  }),
  ...(calendar && {
    icalEvent: {
      filename: 'invite.ics',
      method: /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH',
      content: calendar,
    },
  }),
  from,
  // As an object, so that it is never read as a list of addresses.
  to: { name: '', address: to },
  ...(reply_to && { replyTo: reply_to }),
  messageId: withSenderDomain(message_id, from),
  // No automatic reply to this one (RFC 3834 §5).
  headers: { 'Auto-Submitted': 'auto-generated' },
  // Our messages never include files or URLs.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Loaded with the first mail: nodemailer takes 2 MB. */
const loadNodemailer = async () => (await import('nodemailer')).default

/** A mail server without a URL. */
type MailServer = {
  host: string
  port: number
  security: MailSecurity
  auth?: { user: string; pass: string }
}

const transportOptions = (server: string | MailServer) =>
  typeof server === 'string'
    ? { url: server }
    : {
        host: server.host,
        port: server.port,
        secure: server.security === 'tls',
        requireTLS: server.security === 'starttls',
        ignoreTLS: server.security === 'none',
        ...(server.auth && { auth: server.auth }),
      }

/** Through the SMTP server that the URL or the settings name. */
function openSmtp(
  server: string | MailServer,
  from: Sender,
  { greeting, answer, message }: Deadlines,
): Pick<Mailer, 'delivers' | 'send' | 'rest' | 'close'> {
  const timeouts = {
    connectionTimeout: greeting,
    greetingTimeout: greeting,
    socketTimeout: answer,
  }
  const host = typeof server === 'string' ? new URL(server).hostname : server.host
  // The outbox decides what is tried again.
  const pool = { pool: true as const, maxConnections: 4, maxRequeues: 0 }
  const connect = async () =>
    (await loadNodemailer()).createTransport({
      ...transportOptions(server),
      ...pool,
      ...timeouts,
    })
  let opened: ReturnType<typeof connect> | undefined
  const open = () => {
    opened ??= connect()
    return opened
  }
  /** Messages being sent go on. */
  const close = () => {
    void opened?.then((transport) => transport.close())
    opened = undefined
  }
  /** Connects, greets and signs in, as for a message. */
  const isThere = async () =>
    Promise.race([
      (await open()).verify().catch(() => false),
      after(greeting + answer, false, { ref: false }),
    ])
  return {
    delivers: true,
    async send(given, stopping) {
      // A server that takes such a mail returns it later, or counts it against the sender.
      if (isReserved(given.to) && !isOnLoopback(host))
        throw new NotSent('message', Object.assign(new Error(neverSent), { permanent: true }))
      const transport = await open()
      const deadline = AbortSignal.timeout(message)
      const signal = stopping ? AbortSignal.any([stopping, deadline]) : deadline
      const mail = { ...forNodemailer(given, from), signal }
      await transport.sendMail(mail).catch(async (error: SmtpError) => {
        const whose = stopping?.aborted ? 'server' : whoseFailure(error)
        if (whose !== 'unclear') throw new NotSent(whose, error)
        throw new NotSent((await isThere()) ? 'message' : 'server', error)
      })
    },
    rest: close,
    close,
  }
}

const nameOf = (folder: string, message_id: string) =>
  path.join(folder, message_id.replace(/[^\w.-]/g, ''))

/** Without a server each message becomes an .eml file. */
function openFolder(
  folder: string,
  from: Sender,
): Pick<Mailer, 'delivers' | 'send' | 'rest' | 'close'> {
  async function write(message: Message) {
    const nodemailer = await loadNodemailer()
    const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
    const { message: bytes } = await transport.sendMail(forNodemailer(message, from))
    const name = nameOf(folder, message.message_id)
    makeFolder(folder, 0o700)
    await writeFile(`${name}.part`, bytes as Buffer, { mode: 0o600, flush: true })
    await rename(`${name}.part`, `${name}.eml`)
  }
  return {
    delivers: false,
    send: (message) =>
      write(message).catch((error: SmtpError) => {
        throw new NotSent('server', error)
      }),
    rest() {},
    close() {},
  }
}

const open = (
  server: string | MailServer | undefined,
  { from, folder, deadlines }: { from: Sender; folder: string; deadlines: Deadlines },
) => (server ? openSmtp(server, from, deadlines) : openFolder(folder, from))

/**
 * @param earlierFolder where earlier versions wrote messages, which `remove` still finds
 * @param deadlines in ms; shorter in tests
 */
export const openMailer = ({
  url,
  server,
  from,
  folder,
  earlierFolder = folder,
  deadlines = usual,
}: {
  url?: string
  server?: MailServer
  from: Sender
  folder: string
  earlierFolder?: string
  deadlines?: Deadlines
}): Mailer => ({
  ...open(url ?? server, { from, folder, deadlines }),
  async remove(message_id) {
    for (const place of new Set([folder, earlierFolder].map((place) => path.resolve(place))))
      await rm(`${nameOf(place, message_id)}.eml`, { force: true })
  },
})
