import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { User } from 'lucia'
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
import {
  openPassword,
  readStored,
  type StoredSettings,
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
  'host' | 'port' | 'security' | 'user' | 'from_name' | 'from_address'
>

const none: Settings = {
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  from_name: '',
  from_address: '',
}

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
  const { host, port, security, user, from_name, from_address } = stored ?? none
  const url = mailVariables.SMTP_URL
  return {
    ...(url ? serverOf(url) : { host, port, security, user }),
    password_set: Boolean(stored?.password),
    password_unreadable: Boolean(stored && openPassword(secrets, stored) === undefined),
    can_store_password: secrets.canSeal,
    from_name,
    from_address,
    sender: oneLine(senderOf(mailVariables, stored, site_name)),
    sender_locked: givenSender(mailVariables) !== undefined,
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

/** The password to store, sealed for the connection of `next`. */
function nextPassword(
  { var: { secrets } }: Context<Env>,
  typed: string | undefined,
  next: Settings,
  stored: StoredSettings | undefined,
) {
  if (!typed) {
    const stays = stored?.password && isSameConnection(stored, next)
    return stays ? stored.password : null
  }
  if (!next.user)
    throw Problem.field(400, 'user', 'Enter the user name that goes with the password')
  if (!secrets.canSeal)
    throw Problem.field(
      409,
      'password',
      'The database is on a server, so a password can only be stored with a key: ask the person who runs Foyer to set SECRET_KEY, then enter the password again',
    )
  return sealPassword(secrets, typed, next)
}

const stateOf = (password: string | null, before: string | null) => {
  if (password === before) return password === null ? 'none' : 'kept'
  return password === null ? 'cleared' : 'set'
}

const isSame = (one: Settings, other: Settings) =>
  isSameConnection(one, other) &&
  one.from_name === other.from_name &&
  one.from_address === other.from_address

async function writeSettings(
  c: Context<Env>,
  next: Settings & { password: string | null },
  write: Write,
) {
  const { db, mailFrom: from, mailer, mailVariables } = c.var
  const { stored, me } = write
  const { host, port, security, user, from_name, from_address, password } = next
  const { site_name: site } = await readSomeSettings(db, 'site_name')
  const passwordState = stateOf(password, stored?.password ?? null)
  const sender = oneLine(senderOf(mailVariables, { from_name, from_address }, site))
  const content = emailSettingsMail(db, {
    site,
    from,
    by: fullName(me),
    due: later(graceMs),
    facts: host
      ? [
          ['Mail server', `${host}:${port}`],
          ['Encryption', security],
          ['User name', user || 'none'],
          ['Password', passwordWords[passwordState]],
          ['Sender', sender],
        ]
      : [['Mail server', 'none: nothing is sent any more']],
  })
  const change = host
    ? db.all<{ id: number }>(sql`
        insert into ${table} (id, host, port, security, user, password, from_name, from_address)
        select 1, ${host}, ${port}, ${security}, ${user}, ${password}, ${from_name}, ${from_address}
        where ${condition(c, write)}
        on conflict (id) do update set host = excluded.host, port = excluded.port,
          security = excluded.security, user = excluded.user, password = excluded.password,
          from_name = excluded.from_name, from_address = excluded.from_address,
          updated_at = ${touched(table.updated_at)}
        returning id`)
    : db.all<{ id: number }>(
        sql`delete from ${table} where id = 1 and ${condition(c, write)} returning id`,
      )
  const earlier = mailer?.current?.()
  const [changed, mails] = await db.batch([change, content.queue])
  if (!changed.length) return refuse(c, write)
  await mailer?.reload?.()
  if (earlier?.delivers) void notifyThrough(c, earlier, mails, content)
  else
    await db.run(sql`update ${outboxTable} set next_try_at = ${now}
    where id in (select value from json_each(${JSON.stringify(mails.map(({ id }) => id))}))`)
  c.set(
    'auditDetail',
    host
      ? { host, port: String(port), security, user, sender, password: passwordState }
      : { host: stored?.host ?? '' },
  )
  if (!host) c.set('action', 'email_settings.removed')
}

export const emailSettings = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Get the mail server and the sender',
        description: 'The password is never returned.',
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
          'An empty `host` removes all of them: then email is written to files. Changing host, port, security or user clears the password unless a new one is given. All admins are told by email, through the earlier settings first.',
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
        const { current_password, password: typed, updated_at, ...given } = c.req.valid('json')
        if (mailVariables.SMTP_URL)
          throw new Problem(
            409,
            'SMTP_URL sets the mail server. Ask the person who runs Foyer to remove it first.',
          )
        const me = signedInUser(c)
        const hash = await checkOwnPassword(c, me, current_password, undefined, 'current_password')
        const stored = await readStored(db)
        if (updated_at && updated_at !== stored?.updated_at) throw stale(await rowOf(c, stored))
        const next: Settings = { ...none, ...stored, ...given }
        const isRemoval = next.host === ''
        if (!isRemoval && !next.from_address && !givenSender(mailVariables))
          throw Problem.field(400, 'from_address', 'Enter the address that email comes from')
        const password = isRemoval ? null : nextPassword(c, typed, next, stored)
        const hasChanged = isRemoval ? stored : typed || !stored || !isSame(stored, next)
        if (hasChanged) await writeSettings(c, { ...next, password }, { stored, hash, me })
        else c.set('actionOnSuccess', undefined)
        log.info({ by: me.id, changed: Boolean(hasChanged) }, 'email settings saved')
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
        const { host, sender } = await rowOf(c, await readStored(c.var.db))
        const [, domain = ''] = /@([\w.-]+)>?$/.exec(sender.toLowerCase()) ?? []
        const isPublic = domain.includes('.') && !domain.endsWith('.localhost')
        return c.json(await readDns(c.var.lookUp, isPublic ? domain : null, host))
      },
    ),
  )
