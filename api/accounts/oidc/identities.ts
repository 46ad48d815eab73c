import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { companySignInMail } from '#api/core/letters/admin-mails.ts'
import { voidLinks } from '#api/core/links/password-links.ts'
import type { Env } from '#api/core/route/context.ts'
import { mailBase, readSiteSettings, siteAddress } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { calendars, identities, touched, users } from '#db/schema.ts'
import { hasFactorOf } from '../auth/second-factor/second-factor.ts'
import { type Account, type Claims, hasSecondStep, permissionsOf, readAccount } from './claims.ts'
import type { CompanySignIn } from './company-sign-in.ts'
import { maxWaiting } from './contract/sign-in.ts'
import { SignInRefused } from './provider.ts'

type User = typeof users.$inferSelect
type Identity = typeof identities.$inferSelect

const byName = ({ issuer, sub }: Pick<Account, 'issuer' | 'sub'>) =>
  and(eq(identities.issuer, issuer), eq(identities.sub, sub))

async function find(db: Db, account: Account) {
  const [found] = await db
    .select({ identity: identities, user: users })
    .from(identities)
    .leftJoin(users, eq(users.id, identities.user_id))
    .where(byName(account))
  return found
}

/** SQL: the insertion of the account for this user, from `users`. */
const insertFor = (account: Account, user: SQL, where: SQL) => sql`
  insert into ${identities} (issuer, sub, user_id, email, is_verified, name)
  select ${account.issuer}, ${account.sub}, ${user}, ${account.email},
    ${Number(account.is_verified)}, ${account.name}
  ${where}
  on conflict (issuer, sub) do nothing`

/**
 * SQL: no account with this verified address was disconnected, or lost its person. One that the
 * provider made anew must not get around that.
 */
const isNotWaiting = ({ issuer, email }: Account) =>
  sql`not exists (
    select 1 from identities earlier
    where earlier.issuer = ${issuer} and earlier.user_id is null
      and earlier.email = ${email} and earlier.is_verified = 1)`

/**
 * SQL: the account can be connected to this user at once. Users with a second factor, and admins with
 * a password, wait for an admin: `connect` removes passwords, and must bypass neither.
 */
const mayConnect = (account: Account, { id }: User) => sql`exists (
  select 1 from users person
  where person.id = ${id} and person.email = ${account.email} and person.is_active = 1
    and (person.role = 'user' or person.password_hash is null)
    and not ${hasFactorOf(id)} and ${isNotWaiting(account)} and not exists (
      select 1 from identities other
      where (other.user_id = ${id} and other.issuer = ${account.issuer})
        or (other.issuer = ${account.issuer} and other.sub = ${account.sub})))`

/**
 * Connects an active user who has this verified address and no other account there. Ends every other
 * way to sign in as them: nobody has proven that the address was theirs when they entered it.
 */
async function connect(c: Context<Env>, account: Account, user: User): Promise<boolean> {
  const { db, sessions, tokens } = c.var
  const may = mayConnect(account, user)
  const isTheirs = eq(users.id, user.id)
  const [, , , , , { rowsAffected }] = await db.batch([
    sessions.endAll(user.id, may),
    tokens.endAll(user.id, may),
    voidLinks(db, user.id, may),
    db.delete(calendars).where(and(eq(calendars.user_id, user.id), may)),
    db
      .update(users)
      .set({ password_hash: null, updated_at: touched(users.updated_at) })
      .where(and(isTheirs, isNotNull(users.password_hash), may)),
    db.run(insertFor(account, sql`users.id`, sql`from users where ${isTheirs} and ${may}`)),
    ...(await noticeOf(c, user, 'connected')),
  ])
  if (rowsAffected) c.set('action', 'identity.connected')
  return rowsAffected > 0
}

/** Makes a person without permissions, and tells the admins. */
async function create(c: Context<Env>, account: Account): Promise<boolean> {
  const { db, log } = c.var
  const { email, first_name, last_name } = account
  const [{ rowsAffected }] = await db.batch([
    db.run(sql`
      insert into users (first_name, last_name, email)
      select ${first_name}, ${last_name}, ${email}
      where not exists (select 1 from ${identities} where ${byName(account)})
        and ${isNotWaiting(account)}
      on conflict do nothing`),
    db.run(
      insertFor(
        account,
        sql`users.id`,
        sql`from users where users.id = last_insert_rowid() and users.email = ${email} and changes() > 0`,
      ),
    ),
    (await mailToAdmins(c, account, 'created')).queue,
  ])
  if (!rowsAffected) return false
  c.set('action', 'identity.joined')
  log.info({ sub: account.sub }, 'user created by company sign-in')
  return true
}

/** SQL: it was never connected. Those of people who left take nobody's place. */
const isAsking = sql`${identities.user_id} is null and ${identities.last_used_on} is null`

async function wait(c: Context<Env>, account: Account) {
  const { db, log } = c.var
  const [{ rowsAffected }] = await db.batch([
    db.run(
      insertFor(
        account,
        sql`null`,
        sql`where (select count(*) from ${identities} where ${isAsking}) < ${maxWaiting}`,
      ),
    ),
    (await mailToAdmins(c, account, 'waiting')).queue,
  ])
  if (!rowsAffected) return
  c.set('action', 'identity.waiting')
  c.set('auditDetail', { email: account.email ?? '', name: account.name })
  log.info({ sub: account.sub }, 'company sign-in waits for an admin')
}

/** To every admin, if the statement before it in the batch changed a row. */
async function mailToAdmins(
  { var: vars }: Context<Env>,
  account: Account,
  what: 'created' | 'waiting',
) {
  const { db, mailFrom: from, publicUrl } = vars
  const settings = await readSiteSettings(db)
  const base = siteAddress(publicUrl, settings) ? mailBase(vars, settings) : undefined
  const who = { name: account.name, email: account.email ?? '', is_verified: account.is_verified }
  return companySignInMail(db, { ...who, what, site: settings.site_name, from, base })
}

/** Finds or makes the identity of somebody who signs in for the first time. */
async function linkFirst(c: Context<Env>, { domains }: CompanySignIn, account: Account) {
  const { email, is_verified } = account
  if (email && is_verified) {
    const [user] = await c.var.db.select().from(users).where(eq(users.email, email))
    if (user && !user.is_active) {
      c.set('auditTarget', user)
      throw new SignInRefused('inactive')
    }
    if (user && (await connect(c, account, user))) return
    const domain = email.slice(email.lastIndexOf('@') + 1)
    if (!user && domains.includes(domain) && (await create(c, account))) return
  }
  await wait(c, account)
}

/**
 * The identity and active user of the account that has signed in. Throws SignInRefused for anyone
 * else. Sets the permissions of the account's groups, where groups are set up.
 */
export async function signInAs(
  c: Context<Env>,
  company: CompanySignIn,
  claims: Claims,
): Promise<{ identity: Identity; user: User }> {
  const { db, log } = c.var
  const account = readAccount(claims)
  if (!(await find(db, account))) await linkFirst(c, company, account)
  const found = await find(db, account)
  if (!found) throw new SignInRefused('full')
  const { identity, user } = found
  const { email, is_verified, name } = account
  const isSame = eq(identities.id, identity.id)
  if (!user) {
    await db
      .update(identities)
      .set({ email, is_verified, name })
      .where(and(isSame, isNull(identities.user_id)))
    throw new SignInRefused('waiting')
  }
  c.set('auditTarget', user)
  if (!user.is_active) throw new SignInRefused('inactive')
  const second_factor = hasSecondStep(claims)
  const permissions = company.groups && permissionsOf(claims, company.groups)
  const [, changed] = await db.batch([
    db
      .update(identities)
      .set({ email, is_verified, name, second_factor, last_used_on: sql`date('now')` })
      .where(and(isSame, eq(identities.user_id, user.id))),
    db
      .update(users)
      .set({ permissions: permissions ?? [], updated_at: touched(users.updated_at) })
      .where(
        sql`${Number(permissions !== undefined)} and ${users.id} = ${user.id}
          and ${users.role} = 'user' and ${users.is_active} = 1
          and not ${hasExactly(permissions ?? [])}
          and exists (select 1 from ${identities} where ${isSame} and ${identities.user_id} = users.id)`,
      )
      .returning({ id: users.id }),
  ])
  if (changed.length && permissions) {
    if (!c.var.action) c.set('action', 'identity.permissions_set')
    c.set('auditDetail', { permissions: permissions.join(', ') })
    log.info({ user: user.id, permissions }, 'permissions set by groups')
  }
  return { identity, user }
}

/** SQL: the user at hand holds these permissions and no other. */
const hasExactly = (permissions: readonly string[]) => {
  const list = JSON.stringify(permissions)
  return sql`(
    not exists (select 1 from json_each(users.permissions) held
      where held.value not in (select value from json_each(${list})))
    and not exists (select 1 from json_each(${list}) given
      where given.value not in (select value from json_each(users.permissions))))`
}

/**
 * Deletes accounts that nobody connected within 90 days, and, after 400 days without a sign-in, as
 * the activity log does, those that were disconnected or lost their person.
 */
export const forgetUnconnected = async (db: Db) =>
  void (await db.delete(identities).where(
    and(
      isNull(identities.user_id),
      sql`case when last_used_on is null
          then ${identities.created_at} < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')
          else ${identities.last_used_on} < date('now', '-400 days') end`,
    ),
  ))

/** For a list of identities: the active person with the same address, if that is verified. */
export const suggestedUser = sql<number | null>`(
  select person.id from users person
  where identities.user_id is null and identities.is_verified = 1
    and person.email = identities.email and person.is_active = 1)`
