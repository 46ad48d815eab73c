import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { type ApiScope, notifyOptions, type Permission, roles } from '../enums.ts'
import { atMost, flag, id, isDay, isFlag, isJson, now, oneOf, times } from './columns.ts'

export const users = sqliteTable(
  'users',
  {
    id: id(),
    /** Lower case, since addresses are compared that way. */
    email: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    /** Argon2id in PHC form; null until the person has chosen a password. */
    password_hash: text(),
    role: text({ enum: roles }).notNull().default('user'),
    is_active: flag().default(true),
    permissions: text({ mode: 'json' }).$type<Permission[]>().notNull().default([]),
    ...times(),
    /** Gets a mail for each new application, beside the address in the setting `notify_email`. */
    notify_applications: flag().default(false),
    /** When the person last looked at the dashboard. */
    dashboard_seen_at: text(),
    /** Their last look of an earlier day: what changed after it stays new to them all day. */
    dashboard_since: text(),
    /** What concerns the person and happened up to then is read; null: up to `created_at`. */
    notifications_read_to: text(),
    /** The person has read applications up to this id, and later ones in `application_reads`. */
    applications_read_to: integer().notNull().default(0),
    /** What the person's decisions tell candidates unless they or the job say otherwise. */
    tell: text({ enum: notifyOptions }),
    /** Gets a mail when a candidate writes on the private page. */
    notify_messages: flag().default(false),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    index('users_newest').on(t.created_at, t.id),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and length(${t.email}) <= 254`),
    check('users_names', sql`length(${t.first_name}) <= 100 and length(${t.last_name}) <= 100`),
    check('users_role', oneOf(t.role, roles)),
    check('users_is_active', isFlag(t.is_active)),
    check('users_permissions', isJson(t.permissions, 'array')),
    check('users_notify_applications', isFlag(t.notify_applications)),
    check('users_tell', oneOf(t.tell, notifyOptions)),
  ],
)

/** Lucia's column names and types: times in seconds since 1970. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the token in hex: reading this table is not enough to sign in. */
    id: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
    created_at: integer().notNull(),
    /** The User-Agent at sign-in, so that people can recognize their sessions. */
    user_agent: text(),
    /** The account at the company's provider that signed in; null for any other sign-in. */
    identity_id: integer().references((): AnySQLiteColumn => identities.id, {
      onDelete: 'cascade',
    }),
    /** The provider's name of its own session, by which it ends this one. */
    sid: text(),
    /** The sign-in itself had a second step, such as the provider's. */
    second_factor: flag().default(false),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expires').on(t.expiresAt),
    index('sessions_identity').on(t.identity_id).where(sql`identity_id is not null`),
    check('sessions_id', sql`length(${t.id}) = 64`),
    check('sessions_second_factor', isFlag(t.second_factor)),
  ],
)

/** Accounts at the company's sign-in provider, each of which signs in as one person at most. */
export const identities = sqliteTable(
  'identities',
  {
    id: id(),
    issuer: text().notNull(),
    /** The provider's name of the account. Never reassigned there, unlike an address. */
    sub: text().notNull(),
    /** Null: waits for an admin. */
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** As the provider said at the latest sign-in. */
    email: text(),
    is_verified: flag().default(false),
    name: text().notNull().default(''),
    created_at: text().notNull().default(now),
    /** A day: no write per request. */
    last_used_on: text(),
    /** The provider asked for a second step at the latest sign-in. */
    second_factor: flag().default(false),
  },
  (t) => [
    uniqueIndex('identities_sub').on(t.issuer, t.sub),
    index('identities_user').on(t.user_id),
    check('identities_sizes', sql`${atMost(t.issuer, 500)} and ${atMost(t.sub, 255)}`),
    check('identities_claims', sql`${atMost(t.email, 254)} and ${atMost(t.name, 200)}`),
    check('identities_is_verified', isFlag(t.is_verified)),
    check('identities_second_factor', isFlag(t.second_factor)),
    check('identities_last_used_on', isDay(t.last_used_on)),
  ],
)

/** Single-use codes that the browser exchanges for a session, after the provider's sign-in. */
export const signInCodes = sqliteTable(
  'sign_in_codes',
  {
    /** SHA-256 of the code in hex, as with sessions. */
    id: text().primaryKey(),
    identity_id: integer()
      .notNull()
      .references(() => identities.id, { onDelete: 'cascade' }),
    sid: text(),
    /** The provider asked for a second step. */
    second_factor: flag().default(false),
    created_at: text().notNull().default(now),
    expires_at: text().notNull(),
  },
  (t) => [
    index('sign_in_codes_identity').on(t.identity_id),
    index('sign_in_codes_expires').on(t.expires_at),
    check('sign_in_codes_id', sql`length(${t.id}) = 64`),
    check('sign_in_codes_second_factor', isFlag(t.second_factor)),
  ],
)

/** Logout tokens of the provider that were used: none works twice. Deleted once they have expired. */
export const logoutTokens = sqliteTable(
  'logout_tokens',
  {
    /** SHA-256 of issuer and `jti` in hex. */
    id: text().primaryKey(),
    expires_at: text().notNull(),
  },
  (t) => [check('logout_tokens_id', sql`length(${t.id}) = 64`)],
)

/** Authenticator apps. Reading this table is enough to generate codes, as with every TOTP. */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 160 random bits in hex. Never shown again once confirmed. */
    secret: text().notNull(),
    /** When a code proved that an app holds the secret; until then sign-in does not ask for one. */
    confirmed_at: text(),
    /** Time step of the latest code used: no code works twice (RFC 6238 §5.2). */
    last_step: integer().notNull().default(0),
  },
  (t) => [check('second_factors_secret', sql`length(${t.secret}) = 40`)],
)

/** Single-use codes for people who have lost their app. Deleted when used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** SHA-256 of the code in hex: 80 random bits need no slow hash. */
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => secondFactors.user_id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('recovery_codes_user').on(t.user_id),
    check('recovery_codes_id', sql`length(${t.id}) = 64`),
  ],
)

/** Tokens with which programs act for the person who made them. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in hex, as with sessions. */
    hash: text().notNull(),
    name: text().notNull(),
    scopes: text({ mode: 'json' }).$type<ApiScope[]>().notNull(),
    created_at: text().notNull().default(now),
    expires_at: text().notNull(),
    /** The day in UTC: a write for each day, not for each call. */
    last_used_on: text(),
  },
  (t) => [
    uniqueIndex('api_tokens_hash').on(t.hash),
    index('api_tokens_user').on(t.user_id),
    index('api_tokens_expires').on(t.expires_at),
    check('api_tokens_hash_length', sql`length(${t.hash}) = 64`),
    check('api_tokens_name', sql`length(${t.name}) between 1 and 100`),
    check('api_tokens_scopes', isJson(t.scopes, 'array')),
    check('api_tokens_last_used_on', isDay(t.last_used_on)),
  ],
)

/** Passkeys (WebAuthn credentials). Only the authenticator has the private key. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In base64url, as browsers send it. */
    credential_id: text().notNull(),
    /** COSE key in base64url. */
    public_key: text().notNull(),
    /** Signatures that the authenticator counted; most always say 0. */
    counter: integer().notNull().default(0),
    /** How browsers reach the authenticator, such as `internal`. */
    transports: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The domain that it was made for: it works at no other. */
    domain: text().notNull(),
    /** What its owner calls it. */
    name: text().notNull(),
    ...times(),
    last_used_at: text(),
  },
  (t) => [
    uniqueIndex('passkeys_credential').on(t.credential_id),
    index('passkeys_user').on(t.user_id),
    check('passkeys_credential_id', sql`length(${t.credential_id}) between 1 and 1400`),
    check('passkeys_public_key', atMost(t.public_key, 4000)),
    check('passkeys_counter', sql`${t.counter} >= 0`),
    check('passkeys_transports', isJson(t.transports, 'array')),
    check('passkeys_domain', atMost(t.domain, 253)),
    check('passkeys_name', sql`length(${t.name}) between 1 and 60`),
  ],
)

/** Challenges of passkeys that were answered, until they expire: none works twice. */
export const spentChallenges = sqliteTable(
  'spent_challenges',
  {
    /** SHA-256 of the challenge in hex. */
    id: text().primaryKey(),
    /** In ms since 1970. */
    expires_at: integer().notNull(),
  },
  (t) => [
    index('spent_challenges_expires').on(t.expires_at),
    check('spent_challenges_id', sql`length(${t.id}) = 64`),
  ],
)
