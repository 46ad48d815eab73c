import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { User } from 'lucia'
import type { z } from 'zod'
import {
  assertUnchanged,
  checkOwnPassword,
  unchanged,
} from '#api/accounts/auth/password/own-password.ts'
import { actorMay } from '#api/accounts/users/rules.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { stale } from '#api/core/http/rows.ts'
import { emailSettingsMail } from '#api/core/letters/admin-mails.ts'
import { testMailRow } from '#api/core/mail/contract/row.ts'
import type { Mailer } from '#api/core/mail/mailer.ts'
import { parseServiceAccount } from '#api/core/mail/oauth/service-account.ts'
import {
  openKey,
  openSecret,
  readStored,
  type StoredSettings,
  sealKey,
  sealPassword,
} from '#api/core/mail/stored.ts'
import { sendNow, testMail } from '#api/core/mail/test-mail.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { admins, route } from '#api/core/route/route.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { later, now, outbox as outboxTable, emailSettings as table, touched } from '#db/schema.ts'
import { emailDnsRow, emailSettingsRow } from './contract/row.ts'
import { emailSettingsChange, isSameConnection, type MailSecurity } from './contract.ts'
import { givenSender, senderOf } from './current-mailer.ts'
import { readDns } from './dns.ts'

type Settings = Pick<
  StoredSettings,
  | ('kind' | 'host' | 'port' | 'security' | 'user' | 'from_name' | 'from_address')
  | ('tenant' | 'client_id' | 'secret_expires_on')
>

const none: Settings = {
  kind: 'smtp',
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  from_name: '',
  from_address: '',
  tenant: null,
  client_id: null,
  secret_expires_on: null,
}

/** What the database has as the server of a provider: an earlier version then lets mail wait. */
const providerServers = {
  microsoft: { host: 'graph.microsoft.com', port: 443, security: 'tls' },
  google: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
} as const

/** Of SMTP_URL what is no secret. */
function serverOf(url: string): Pick<Settings, 'host' | 'port' | 'security' | 'user'> {
  const { protocol, hostname, port } = new URL(url)
  const security: MailSecurity = protocol === 'smtps:' ? 'tls' : 'starttls'
  return {
    host: hostname,
    port: Number(port) || (security === 'tls' ? 465 : 587),
    security,
    user: '',
  }
}

const oneLine = (from: ReturnType<typeof senderOf>) =>
  typeof from === 'string' ? from : `${from.name} <${from.address}>`

async function rowOf(c: Context<Env>, stored: StoredSettings | undefined) {
  const { db, mailVariables, secrets } = c.var
  const { site_name } = await readSomeSettings(db, 'site_name')
  const { kind, from_name, from_address } = stored ?? none
  const { host, port, security, user } = kind === 'smtp' && stored ? stored : none
  const url = mailVariables.SMTP_URL
  return {
    kind: url ? ('smtp' as const) : kind,
    ...(url ? serverOf(url) : { host, port, security, user }),
    password_set: Boolean(stored?.password),
    password_unreadable: Boolean(stored && openSecret(secrets, stored) === undefined),
    can_store_password: secrets.canSeal,
    tenant: stored?.tenant ?? '',
    client_id: stored?.client_id ?? '',
    client_secret_set: Boolean(stored?.client_secret),
    secret_expires_on: stored?.secret_expires_on ?? null,
    service_account_set: Boolean(stored?.service_account),
    mailbox: stored && kind !== 'smtp' ? stored.user : '',
    from_name,
    from_address,
    sender: oneLine(senderOf(mailVariables, stored, site_name)),
    sender_locked: givenSender(mailVariables, stored) !== undefined,
    locked: url !== undefined,
    updated_at: stored?.updated_at ?? null,
  }
}

/** Ms until the mail about a change leaves through the new settings, if it has not left before. */
const graceMs = 60_000
/** Ms for the mail server of before to take the mail about a change. */
const earlierPatience = 15_000

/**
 * Mails the admins through the earlier settings, so that someone who takes over the mail server
 * cannot keep it from them; what that server refuses leaves through the new one at once.
 */
async function notifyThrough(
  c: Context<Env>,
  earlier: Mailer,
  mails: readonly { id: number; message_id: string; to_address: string }[],
  content: Record<'subject' | 'text' | 'html', string>,
) {
  const { db, log, outbox } = c.var
  await Promise.all(
    mails.map(async ({ id, message_id, to_address: to }) => {
      const refused = await sendNow(earlier, { message_id, to, ...content }, earlierPatience)
      await db
        .update(outboxTable)
        .set(refused ? { next_try_at: now } : { sent_at: now, attempts: 1, text: '', html: '' })
        .where(and(eq(outboxTable.id, id), sql`${outboxTable.sent_at} is null`))
    }),
  ).catch((err: unknown) => log.error({ err }, 'admins not told of changed email settings'))
  earlier.rest()
  outbox?.wake()
}

type Write = { stored: StoredSettings | undefined; hash: string | null; me: User }

/** What must still hold when the change is written. */
const condition = (c: Context<Env>, { stored, hash, me }: Write): SQL =>
  sql`${unchanged(c, me, hash)} and ${actorMay(me.id, 'admin')} and
    (select updated_at from email_settings where id = 1) is ${stored?.updated_at ?? null}`

/** Throws why the change was not written. */
async function refuse(c: Context<Env>, { hash, me }: Write): Promise<never> {
  await assertUnchanged(c, me, hash, 'current_password')
  throw stale(await rowOf(c, await readStored(c.var.db)))
}

const passwordWords = { set: 'Changed', kept: 'Unchanged', cleared: 'Removed', none: 'None' }

const noKey = (what: string) =>
  `The database is on a server, so ${what} can only be stored with a key: ask the person who runs Foyer to set SECRET_KEY, then enter it again`

/** The password to store, sealed for the connection of `next`. */
function nextPassword(
  { var: { secrets } }: Context<Env>,
  typed: string | undefined,
  next: Settings,
  stored: StoredSettings | undefined,
) {
  if (!typed) {
    const stays = stored?.kind === 'smtp' && stored.password && isSameConnection(stored, next)
    return stays ? stored.password : null
  }
  if (!next.user)
    throw Problem.field(400, 'user', 'Enter the user name that goes with the password')
  if (!secrets.canSeal) throw Problem.field(409, 'password', noKey('a password'))
  return sealPassword(secrets, typed, next)
}

type KeyField = 'client_secret' | 'service_account'

const keyWords = {
  client_secret: {
    what: 'a client secret',
    missing: 'Enter the client secret of this app: its value, not its ID',
  },
  service_account: {
    what: 'a service account',
    missing: 'Paste the JSON key of the service account',
  },
} as const

/**
 * The client secret or service account to store, sealed for `next`. The stored one stays for another
 * mailbox, not for another app.
 */
function nextKey(
  { var: { secrets } }: Context<Env>,
  field: KeyField,
  typed: string | undefined,
  next: Settings,
  stored: StoredSettings | undefined,
) {
  const { what, missing } = keyWords[field]
  const isSameApp =
    stored?.kind === next.kind &&
    stored.tenant === next.tenant &&
    stored.client_id === next.client_id
  if (!typed && isSameApp && stored.user === next.user && stored[field]) return stored[field]
  const key = typed || (isSameApp && openKey(secrets, stored))
  if (!key) throw Problem.field(400, field, missing)
  if (!secrets.canSeal) throw Problem.field(409, field, noKey(what))
  return sealKey(secrets, key, next)
}

type Change = Omit<z.infer<typeof emailSettingsChange>, 'current_password' | 'updated_at'>

/** What is sent is parsed text, or the text itself. */
function serviceAccountText({ service_account: given }: Change): string | undefined {
  if (!given) return undefined
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const parsed = text && parseServiceAccount(text)
  if (typeof parsed === 'string' && parsed) throw Problem.field(400, 'service_account', parsed)
  return text
}

const required = (value: string | null, field: string, message: string) => {
  if (!value) throw Problem.field(400, field, message)
}

type Sealed = Pick<StoredSettings, 'password' | KeyField>
const noSecrets: Sealed = { password: null, client_secret: null, service_account: null }

/** The settings as they are after the change, with their secrets. */
function nextSettings(
  c: Context<Env>,
  change: Change,
  stored: StoredSettings | undefined,
): { next: Settings; sealed: Sealed; typed: boolean } {
  const { mailbox, secret_expires_on, ...given } = change
  const kind = given.kind ?? (given.host ? 'smtp' : (stored?.kind ?? 'smtp'))
  // What was stored for another kind is gone with it, but for the sender's name.
  const before = stored?.kind === kind ? stored : { ...none, from_name: stored?.from_name ?? '' }
  const { from_name = before.from_name } = given
  if (kind === 'smtp') {
    const { host, port, security, user, from_address } = { ...before, ...given }
    const next = { ...none, host, port, security, user, from_name, from_address }
    required(host, 'host', 'Enter the host of the mail server')
    if (!givenSender(c.var.mailVariables, next))
      required(from_address, 'from_address', 'Enter the address that email comes from')
    const password = nextPassword(c, given.password, next, stored)
    return { next, sealed: { ...noSecrets, password }, typed: Boolean(given.password) }
  }
  const user = mailbox ?? before.user
  const ofMailbox = { ...none, ...providerServers[kind], kind, user, from_name, from_address: user }
  if (kind === 'google') {
    const key = serviceAccountText(change)
    required(user, 'mailbox', 'Enter the mailbox that email comes from')
    const service_account = nextKey(c, 'service_account', key, ofMailbox, stored)
    return { next: ofMailbox, sealed: { ...noSecrets, service_account }, typed: Boolean(key) }
  }
  const { tenant, client_id } = { ...before, ...given }
  const expires = secret_expires_on === undefined ? before.secret_expires_on : secret_expires_on
  const next = { ...ofMailbox, tenant, client_id, secret_expires_on: expires || null }
  required(tenant, 'tenant', 'Enter the Directory (tenant) ID of your app registration')
  required(client_id, 'client_id', 'Enter the Application (client) ID of your app registration')
  required(user, 'mailbox', 'Enter the mailbox that email comes from')
  const key = given.client_secret?.trim()
  const client_secret = nextKey(c, 'client_secret', key, next, stored)
  return { next, sealed: { ...noSecrets, client_secret }, typed: Boolean(key) }
}

const stateOf = (secret: string | null, before: string | null) => {
  if (secret === before) return secret === null ? 'none' : 'kept'
  return secret === null ? 'cleared' : 'set'
}

const isSame = (one: Settings, other: Settings) =>
  isSameConnection(one, other) &&
  (
    ['kind', 'from_name', 'from_address', 'tenant', 'client_id', 'secret_expires_on'] as const
  ).every((field) => one[field] === other[field])

/** What the admins are told, and what the activity log keeps: no secrets. */
function describe(
  { kind, host, port, security, user, tenant, client_id, secret_expires_on }: Settings,
  sealed: Sealed,
  typed: boolean,
  { stored }: Write,
): { facts: [string, string][]; detail: Record<string, string> } {
  // Sealed anew for another mailbox, it is the same.
  const keyState = typed ? 'set' : 'kept'
  if (kind === 'google') {
    const service_account = keyState
    return {
      facts: [
        ['Sent through', 'Google Workspace'],
        ['Mailbox', user],
        ['Service account', passwordWords[service_account]],
      ],
      detail: { kind, mailbox: user, service_account },
    }
  }
  if (kind === 'microsoft') {
    const client_secret = keyState
    return {
      facts: [
        ['Sent through', 'Microsoft 365'],
        ['Mailbox', user],
        ['Directory (tenant) ID', tenant ?? ''],
        ['Application (client) ID', client_id ?? ''],
        ['Client secret', passwordWords[client_secret]],
        ['Client secret ends on', secret_expires_on ?? 'not entered'],
      ],
      detail: {
        kind,
        mailbox: user,
        tenant: tenant ?? '',
        client_id: client_id ?? '',
        client_secret,
        secret_expires_on: secret_expires_on ?? '',
      },
    }
  }
  const password = stateOf(sealed.password, stored?.password ?? null)
  return {
    facts: [
      ['Mail server', `${host}:${port}`],
      ['Encryption', security],
      ['User name', user || 'none'],
      ['Password', passwordWords[password]],
    ],
    detail: { host, port: String(port), security, user, password },
  }
}

/** A batch statement: writes the settings, or without them deletes the row. */
function writeRow(c: Context<Env>, next: (Settings & Sealed) | undefined, write: Write) {
  const { db } = c.var
  if (!next)
    return db.all<{ id: number }>(
      sql`delete from ${table} where id = 1 and ${condition(c, write)} returning id`,
    )
  const { host, port, security, user, password, from_name, from_address } = next
  const { kind, tenant, client_id, client_secret, secret_expires_on, service_account } = next
  return db.all<{ id: number }>(sql`
    insert into ${table} (id, host, port, security, user, password, from_name, from_address,
      kind, tenant, client_id, client_secret, secret_expires_on, service_account)
    select 1, ${host}, ${port}, ${security}, ${user}, ${password}, ${from_name}, ${from_address},
      ${kind}, ${tenant}, ${client_id}, ${client_secret}, ${secret_expires_on}, ${service_account}
    where ${condition(c, write)}
    on conflict (id) do update set host = excluded.host, port = excluded.port,
      security = excluded.security, user = excluded.user, password = excluded.password,
      from_name = excluded.from_name, from_address = excluded.from_address,
      kind = excluded.kind, tenant = excluded.tenant, client_id = excluded.client_id,
      client_secret = excluded.client_secret, secret_expires_on = excluded.secret_expires_on,
      -- Another day is warned of anew.
      secret_warned = iif(secret_expires_on is excluded.secret_expires_on, secret_warned, null),
      service_account = excluded.service_account, updated_at = ${touched(table.updated_at)}
    returning id`)
}

async function writeSettings(
  c: Context<Env>,
  change: { next: Settings; sealed: Sealed; typed: boolean } | undefined,
  write: Write,
) {
  const { db, mailFrom: from, mailer, mailVariables } = c.var
  const { stored, me } = write
  const { site_name: site } = await readSomeSettings(db, 'site_name')
  const described = change && describe(change.next, change.sealed, change.typed, write)
  const sender = change && oneLine(senderOf(mailVariables, change.next, site))
  const content = emailSettingsMail(db, {
    site,
    from,
    by: fullName(me),
    due: later(graceMs),
    facts:
      described && sender
        ? [...described.facts, ['Sender', sender]]
        : [['Mail server', 'none: nothing is sent any more']],
  })
  const row = writeRow(c, change && { ...change.next, ...change.sealed }, write)
  const earlier = mailer?.current?.()
  const [changed, mails] = await db.batch([row, content.queue])
  if (!changed.length) return refuse(c, write)
  await mailer?.reload?.()
  if (earlier?.delivers) void notifyThrough(c, earlier, mails, content)
  else
    await db.run(sql`update ${outboxTable} set next_try_at = ${now}
    where id in (select value from json_each(${JSON.stringify(mails.map(({ id }) => id))}))`)
  c.set(
    'auditDetail',
    described && sender ? { ...described.detail, sender } : { host: stored?.host ?? '' },
  )
  if (!change) c.set('action', 'email_settings.removed')
}

export const emailSettings = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Get the mail server and the sender',
        description: 'Password, client secret and service account are never returned.',
        access: admins,
        answers: { 200: emailSettingsRow },
      },
      async (c) => c.json(await rowOf(c, await readStored(c.var.db))),
    ),
  )

  .put(
    '/',
    route(
      {
        summary: 'Set the mail server and the sender',
        description:
          '`kind` says where the mailbox is: `smtp` has `host`, `port`, `security`, `user`, `password` and `from_address`; `microsoft` has `tenant`, `client_id`, `client_secret`, `secret_expires_on` and `mailbox`; `google` has `service_account` and `mailbox`. Fields of other kinds are ignored, and another kind clears them. Without `kind` it stays, or becomes `smtp` with a `host`. An empty `host` without another kind removes all of them: then email is written to files. Changing host, port, security or user clears the password unless a new one is given; another tenant or app needs its own secret. All admins are told by email, through the earlier settings first.',
        access: admins,
        json: {
          schema: emailSettingsChange,
          example: {
            host: 'smtp.example.org',
            user: 'jobs',
            from_address: 'jobs@example.org',
            current_password: 'three green bottles',
          },
          readOnly: [
            'client_secret_set',
            'service_account_set',
            'password_set',
            'password_unreadable',
            'can_store_password',
            'sender',
            'sender_locked',
            'locked',
          ],
        },
        answers: { 200: emailSettingsRow, 409: conflictWith(emailSettingsRow), 429: 'refused' },
        audit: 'email_settings.changed',
      },
      async (c) => {
        const { db, log, mailVariables } = c.var
        const { current_password = '', updated_at, ...change } = c.req.valid('json')
        if (mailVariables.SMTP_URL)
          throw new Problem(
            409,
            'SMTP_URL sets the mail server. Ask the person who runs Foyer to remove it first.',
          )
        const me = signedInUser(c)
        const hash = await checkOwnPassword(c, me, current_password, undefined, 'current_password')
        const stored = await readStored(db)
        if (updated_at && updated_at !== stored?.updated_at) throw stale(await rowOf(c, stored))
        const write = { stored, hash, me }
        // Without settings and without a host there is nothing to change.
        const isEmpty = !stored && change.host === undefined && change.kind === undefined
        let hasChanged = false
        if ((change.host === '' && (change.kind ?? 'smtp') === 'smtp') || isEmpty) {
          hasChanged = stored !== undefined
          if (hasChanged) await writeSettings(c, undefined, write)
        } else {
          const after = nextSettings(c, change, stored)
          hasChanged = after.typed || !stored || !isSame(stored, after.next)
          if (hasChanged) await writeSettings(c, after, write)
        }
        if (!hasChanged) c.set('actionOnSuccess', undefined)
        log.info({ by: me.id, changed: hasChanged }, 'email settings saved')
        return c.json(await rowOf(c, await readStored(db)))
      },
    ),
  )

  .post(
    '/test',
    route(
      {
        summary: 'Send a test email to yourself through the saved settings',
        description: 'Answers once the mail server has taken or refused it.',
        access: admins,
        answers: { 200: testMailRow, 429: 'refused' },
        audit: 'mail.tested',
      },
      async (c) => {
        await c.var.mailer?.reload?.()
        return c.json(await testMail(c))
      },
    ),
  )

  .get(
    '/dns',
    route(
      {
        summary: "Look up the DNS records that the sender's domain needs",
        access: admins,
        answers: { 200: emailDnsRow },
      },
      async (c) => {
        const stored = await readStored(c.var.db)
        const { locked, sender, ...row } = await rowOf(c, stored)
        const host = locked ? row.host : (stored?.host ?? '')
        const [, domain = ''] = /@([\w.-]+)>?$/.exec(sender.toLowerCase()) ?? []
        const isPublic = domain.includes('.') && !domain.endsWith('.localhost')
        return c.json(await readDns(c.var.lookUp, isPublic ? domain : null, host))
      },
    ),
  )
