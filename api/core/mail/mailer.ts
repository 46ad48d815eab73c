import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { MailSecurity } from '#db/enums.ts'
import { makeFolder } from '#db/make-folder.ts'
import { NotSent, type SmtpError, whoseFailure } from './failure.ts'
import { senderDomain } from './new-mail.ts'
import { type Endpoints, realEndpoints } from './oauth/endpoints.ts'
import { type GoogleAccount, gmailRefusal, googleTokens } from './oauth/google.ts'
import { type MicrosoftAccount, openGraph } from './oauth/microsoft.ts'
import type { Tokens } from './oauth/tokens.ts'
import { isOnLoopback, isReserved, neverSent } from './reserved.ts'

type Message = {
  message_id: string
  /** The bare address: display names may come from strangers. */
  to: string
  reply_to?: string | undefined
  subject: string
  text: string
  html: string
  /** The address at which one click, or a POST, ends such emails (RFC 8058). */
  unsubscribe?: string | undefined
  /** The iCalendar file of an invitation: shown by mail programs, and attached. */
  calendar?: string | null
  /** An image that the HTML shows by its Content-ID. */
  image?: { id: string; type: string; content: Buffer } | undefined
}

/** Sends one message or throws a NotSent. Once `stopping` is aborted, the outcome is unknown. */
export type Mailer = {
  /** False without a mail server: then each message becomes a file. */
  delivers: boolean
  /** How many messages a minute the provider takes, where that is known. */
  perMinute?: number | undefined
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
  { message_id, to, reply_to, calendar, image, unsubscribe, ...message }: Message,
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
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(unsubscribe && { list: { unsubscribe } }),
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
  /** Signs in with an access token (XOAUTH2) instead of a password. */
  oauth?: {
    user: string
    tokens: Tokens
    /** What to say instead of a refusal of the token. */
    refusal: (reply: string) => SmtpError
  }
}

/** A mailbox at a provider that gives access tokens instead of taking passwords. */
export type MailAccount =
  | ({ kind: 'microsoft' } & MicrosoftAccount)
  | ({ kind: 'google' } & GoogleAccount)

/**
 * Exchange Online takes 30 messages a minute from a mailbox:
 * https://learn.microsoft.com/office365/servicedescriptions/exchange-online-service-description/exchange-online-limits.
 * Google names only days, 2,000 messages: https://support.google.com/a/answer/166852
 */
const perMinuteOf = { microsoft: 30, google: 20 } as const

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
        ...(server.oauth && { auth: { type: 'OAuth2' as const, user: server.oauth.user } }),
      }

/** Whether a failed message was the server's fault, if need be by a check of the server. */
async function notSent(
  error: SmtpError,
  stopping: AbortSignal | undefined,
  isThere: () => Promise<boolean>,
): Promise<NotSent> {
  const whose = stopping?.aborted ? 'server' : whoseFailure(error)
  if (whose !== 'unclear') return new NotSent(whose, error)
  return new NotSent((await isThere()) ? 'message' : 'server', error)
}

/** A server that takes such a mail returns it later, or counts it against the sender. */
function refuseReserved(to: string, host: string) {
  if (isReserved(to) && !isOnLoopback(host))
    throw new NotSent('message', Object.assign(new Error(neverSent), { permanent: true }))
}

const signalOf = (stopping: AbortSignal | undefined, ms: number) => {
  const deadline = AbortSignal.timeout(ms)
  return stopping ? AbortSignal.any([stopping, deadline]) : deadline
}

/** A refused token, not called a password. */
const withoutPassword = (error: SmtpError, oauth: MailServer['oauth']): SmtpError =>
  oauth && error.code === 'EAUTH' && !error.problem && error.responseCode === 535
    ? oauth.refusal(error.response ?? '')
    : error

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
  const oauth = typeof server === 'string' ? undefined : server.oauth
  let lastToken: string | undefined
  async function token(signal: AbortSignal, refused?: string) {
    lastToken = await oauth?.tokens.get(signal, refused)
    return lastToken
  }
  // The outbox decides what is tried again.
  const pool = { pool: true as const, maxConnections: 4, maxRequeues: 0 }
  async function connect() {
    const transport = (await loadNodemailer()).createTransport({
      ...transportOptions(server),
      ...pool,
      ...timeouts,
    })
    // `renew`: the server has refused the token that it got.
    if (oauth)
      transport.set(
        'oauth2_provision_cb',
        (
          _user: string,
          renew: boolean,
          done: (error: Error | null, token?: string | undefined) => void,
        ) =>
          void token(AbortSignal.timeout(greeting), renew ? lastToken : undefined).then(
            (found) => done(null, found),
            done,
          ),
      )
    return transport
  }
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
      refuseReserved(given.to, host)
      const signal = signalOf(stopping, message)
      const mail = { ...forNodemailer(given, from), signal }
      try {
        // Before it is needed: here its failure keeps its sentence.
        if (oauth) await token(signal)
        // Last: a transport that is closed meanwhile takes no new message.
        await (await open()).sendMail(mail)
      } catch (error) {
        throw await notSent(withoutPassword(error as SmtpError, oauth), stopping, isThere)
      }
    },
    rest: close,
    close,
  }
}

/** The whole message, as it is sent. */
async function buildMime(message: Message, from: Sender): Promise<Buffer> {
  const nodemailer = await loadNodemailer()
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return (await transport.sendMail(forNodemailer(message, from))).message as Buffer
}

/** Through Microsoft Graph. */
function openMicrosoft(
  account: MicrosoftAccount,
  from: Sender,
  { greeting, message: messageMs }: Deadlines,
  endpoints: Endpoints,
): Pick<Mailer, 'delivers' | 'perMinute' | 'send' | 'rest' | 'close'> {
  const graph = openGraph(account, endpoints)
  return {
    delivers: true,
    perMinute: perMinuteOf.microsoft,
    async send(message, stopping) {
      refuseReserved(message.to, graph.host)
      try {
        await graph.send(await buildMime(message, from), signalOf(stopping, messageMs))
      } catch (error) {
        const isThere = () => graph.isThere(AbortSignal.timeout(greeting))
        throw await notSent(error as SmtpError, stopping, isThere)
      }
    },
    rest() {},
    close() {},
  }
}

/** Through Gmail's mail server, signed in with a token. */
const openGmail = (
  account: GoogleAccount,
  from: Sender,
  deadlines: Deadlines,
  endpoints: Endpoints,
) => ({
  ...openSmtp(
    {
      ...endpoints.gmail,
      oauth: {
        user: account.mailbox,
        tokens: googleTokens(account, endpoints),
        refusal: (reply) => gmailRefusal(account, reply),
      },
    },
    from,
    deadlines,
  ),
  perMinute: perMinuteOf.google,
})

const nameOf = (folder: string, message_id: string) =>
  path.join(folder, message_id.replace(/[^\w.-]/g, ''))

/** Without a server each message becomes an .eml file. */
function openFolder(
  folder: string,
  from: Sender,
): Pick<Mailer, 'delivers' | 'send' | 'rest' | 'close'> {
  async function write(message: Message) {
    const bytes = await buildMime(message, from)
    const name = nameOf(folder, message.message_id)
    makeFolder(folder, 0o700)
    await writeFile(`${name}.part`, bytes, { mode: 0o600, flush: true })
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

type Options = { from: Sender; folder: string; deadlines: Deadlines; endpoints: Endpoints }

function open(
  server: string | MailServer | MailAccount | undefined,
  { from, folder, deadlines, endpoints }: Options,
) {
  if (!server) return openFolder(folder, from)
  if (typeof server === 'string' || !('kind' in server)) return openSmtp(server, from, deadlines)
  return server.kind === 'microsoft'
    ? openMicrosoft(server, from, deadlines, endpoints)
    : openGmail(server, from, deadlines, endpoints)
}

/**
 * @param earlierFolder where earlier versions wrote messages, which `remove` still finds
 * @param deadlines in ms; shorter in tests
 * @param endpoints of the providers; others in tests
 */
export const openMailer = ({
  url,
  server,
  from,
  folder,
  earlierFolder = folder,
  deadlines = usual,
  endpoints = realEndpoints,
}: {
  url?: string
  server?: MailServer | MailAccount
  from: Sender
  folder: string
  earlierFolder?: string
  deadlines?: Deadlines
  endpoints?: Endpoints
}): Mailer => ({
  ...open(url ?? server, { from, folder, deadlines, endpoints }),
  async remove(message_id) {
    for (const place of new Set([folder, earlierFolder].map((place) => path.resolve(place))))
      await rm(`${nameOf(place, message_id)}.eml`, { force: true })
  },
})
