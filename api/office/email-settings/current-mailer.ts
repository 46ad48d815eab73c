import type { Logger } from 'pino'
import { defaultSender, type Environment } from '#api/core/environment/env.ts'
import type { Secrets } from '#api/core/environment/secrets.ts'
import type { FileStore } from '#api/core/files/store.ts'
import { logoId, type MailBrand, mailBrand, withBrand } from '#api/core/mail/brand.ts'
import { NotSent } from '#api/core/mail/failure.ts'
import { type MailAccount, type Mailer, openMailer, type Sender } from '#api/core/mail/mailer.ts'
import type { Endpoints } from '#api/core/mail/oauth/endpoints.ts'
import { parseServiceAccount } from '#api/core/mail/oauth/service-account.ts'
import { openSecret, readStored, type StoredSettings } from '#api/core/mail/stored.ts'
import { readSomeSettings, siteAddress } from '#api/core/site-settings/site-settings.ts'
import { beat } from '#api/core/workers/beat.ts'
import { loadPublished } from '#api/website/appearance/rows.ts'
import type { Db } from '#db/client.ts'
import type { MailService } from '#db/enums.ts'

/** A change by another process is noticed about this many ms later. */
const pollMs = 3_000

const secretMissing: Record<MailService, string> = {
  smtp: 'The password of the mail server has to be entered again under Settings › Email',
  microsoft: 'The client secret has to be entered again under Settings › Email',
  google: 'The key of the service account has to be entered again under Settings › Email',
}

type MailVariables = Pick<Environment, 'SMTP_URL' | 'MAIL_FROM'>

declare module '#api/core/route/context.ts' {
  interface Services {
    /** The variables that win over the email settings. */
    mailVariables: MailVariables
  }
}

/**
 * MAIL_FROM, unless it is the default, which stands for none. A provider that knows who sends takes
 * mail from that mailbox only.
 */
export const givenSender = (
  { MAIL_FROM, SMTP_URL }: MailVariables,
  stored: Pick<StoredSettings, 'kind'> | undefined,
) =>
  MAIL_FROM === defaultSender || (!SMTP_URL && stored && stored.kind !== 'smtp')
    ? undefined
    : MAIL_FROM

/** MAIL_FROM wins over the stored address, and its name, if it has one, over the stored name. */
export function senderOf(
  env: MailVariables,
  stored: Pick<StoredSettings, 'kind' | 'from_name' | 'from_address'> | undefined,
  siteName: string,
): Sender {
  const given = givenSender(env, stored)
  const name = stored?.from_name || siteName
  if (given?.includes('<')) return given
  if (given) return { name, address: given }
  return stored?.from_address ? { name, address: stored.from_address } : defaultSender
}

/** Lets all mail wait. */
const waiting = (kind: MailService) => ({
  delivers: true,
  async send(): Promise<void> {
    const missing = new Error(secretMissing[kind])
    throw new NotSent('server', Object.assign(missing, { code: 'ENOSECRET' }))
  },
  rest() {},
  close() {},
})

export type CurrentMailer = Required<Omit<Mailer, 'perMinute'>> & {
  readonly perMinute: Mailer['perMinute']
  /** Called after the mail server or the sender has changed. */
  onChange(listener: () => void): void
}

async function loadBrand(db: Db, publicUrl: string | undefined) {
  const [look, settings] = await Promise.all([
    loadPublished(db),
    readSomeSettings(db, 'public_url'),
  ])
  return mailBrand(look, siteAddress(publicUrl, settings))
}

type Logos = Pick<FileStore, 'openPublic'>

/** The logo as a part of a mail, when it has to be one; undefined when its file can't be read. */
async function attachedLogo(store: Logos, { isAttached, logo }: MailBrand) {
  if (!isAttached || !logo) return undefined
  const { hash, width, format } = logo.file
  const found = await store.openPublic(`media/${hash}`, `${width}.${format}`)
  if (!found) return undefined
  const content = Buffer.from(await new Response(found.body).arrayBuffer())
  return { id: logoId, type: format === 'png' ? 'image/png' : 'image/jpeg', content }
}

type Brand = { db: Db; publicUrl: string | undefined; store: Logos }

/** Sends each mail in the brand of that moment; in Foyer's own while it can't be read. */
const branded = (mailer: Mailer, { db, publicUrl, store }: Brand): Mailer => ({
  ...mailer,
  async send(message, stopping) {
    const brand = await loadBrand(db, publicUrl).catch(() => undefined)
    if (!brand) return mailer.send(message, stopping)
    const image = await attachedLogo(store, brand).catch(() => undefined)
    const shown = brand.isAttached && !image ? { ...brand, logo: undefined } : brand
    await mailer.send({ ...message, html: withBrand(message.html, shown), image }, stopping)
  },
})

/** The mailbox with its secret; undefined without one that can be read. */
function accountOf(stored: StoredSettings, secret: string | null | undefined) {
  const { kind, tenant, client_id, user: mailbox } = stored
  if (!secret) return undefined
  if (kind === 'microsoft' && tenant && client_id)
    return { kind, tenant, client_id, client_secret: secret, mailbox } satisfies MailAccount
  const key = kind === 'google' ? parseServiceAccount(secret) : ''
  return typeof key === 'string' ? undefined : ({ kind: 'google', key, mailbox } as const)
}

function serverOf(stored: StoredSettings, secret: string | null | undefined) {
  const { host, port, security, user } = stored
  const isReady = user ? secret : secret !== undefined
  const auth = user && secret ? { auth: { user, pass: secret } } : {}
  return isReady ? { host, port, security, ...auth } : undefined
}

/** The mailer of SMTP_URL, else of the stored settings, which it follows; else it writes files. */
export async function openCurrentMailer({
  db,
  env,
  publicUrl,
  secrets,
  store,
  log,
  poll = pollMs,
  ...options
}: {
  db: Db
  env: MailVariables
  publicUrl?: string | undefined
  secrets: Secrets
  /** Has the logo, for mails that can't point to the site. */
  store: Logos
  log: Logger
  folder: string
  earlierFolder?: string
  poll?: number
  /** Of the providers; others in tests. */
  endpoints?: Endpoints
}): Promise<CurrentMailer> {
  const url = env.SMTP_URL
  let used = ''
  let mailer: Mailer
  const listeners: (() => void)[] = []

  let reads = 0
  let newest = 0

  async function load() {
    const read = ++reads
    const [stored, { site_name }] = await Promise.all([
      readStored(db),
      readSomeSettings(db, 'site_name'),
    ])
    // Two at the same time: the later one has read what is newer.
    if (read < newest) return
    newest = read
    const secret = stored && openSecret(secrets, stored)
    const from = senderOf(env, stored, site_name)
    // A warning about the client secret changes no mail.
    const found = JSON.stringify([url ? null : { ...stored, secret_warned: null }, secret, from])
    if (found === used) return
    const earlier = used && mailer
    used = found
    const server =
      stored && (stored.kind === 'smtp' ? serverOf(stored, secret) : accountOf(stored, secret))
    const opened = openMailer({
      ...options,
      from,
      ...(url ? { url } : server && { server }),
    })
    mailer = branded(opened, { db, publicUrl, store })
    if (!url && stored && !server) mailer = { ...mailer, ...waiting(stored.kind) }
    if (!earlier) return
    earlier.close()
    log.info('email settings changed')
    for (const listener of listeners) listener()
  }

  await load()
  const timer = setInterval(() => {
    // The database is away: the settings stay as they were.
    void beat()
      .then(load)
      .catch(() => {})
  }, poll).unref()

  return {
    get delivers() {
      return mailer.delivers
    },
    get perMinute() {
      return mailer.perMinute
    },
    send: (message, stopping) => mailer.send(message, stopping),
    remove: (message_id) => mailer.remove(message_id),
    rest: () => mailer.rest(),
    close() {
      clearInterval(timer)
      mailer.close()
    },
    reload: load,
    current: () => mailer,
    onChange: (listener) => void listeners.push(listener),
  }
}
