import { z } from 'zod'
import { type Permission, permissions } from '#db/enums.ts'

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** An https address, or http on this machine; nothing else identifies an issuer (RFC 8414 §2). */
function isIssuer(value: string) {
  const url = URL.parse(value)
  if (!url || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
}

const isDomain = (text: string) => /^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(text)
const isPermission = (text: string): text is Permission =>
  (permissions as readonly string[]).includes(text)

/** `hr=review_applications+manage_jobs` */
function parseGroup(text: string): [string, Permission[]] | undefined {
  const at = text.lastIndexOf('=')
  const name = text.slice(0, at).trim()
  const given = text
    .slice(at + 1)
    .split('+')
    .map((part) => part.trim())
  return at > 0 && name && given.every(isPermission) ? [name, given as Permission[]] : undefined
}

/** The variables of the company's sign-in (OpenID Connect). */
export const oidcVariables = {
  /** The company's sign-in: discovery is at its `/.well-known/openid-configuration`. */
  OIDC_ISSUER: z
    .string()
    .max(500, 'at most 500 characters')
    .refine(isIssuer, 'an https address (http only on this machine), as the provider writes it')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Domains of verified addresses whose owners become users, without permissions. */
  OIDC_DOMAINS: z
    .string()
    .transform((text) => list(text.toLowerCase()).map((domain) => domain.replace(/^@/, '')))
    .refine(
      (domains) => domains.length > 0 && domains.every(isDomain),
      'domains, such as example.com,example.org',
    )
    .optional(),
  /** What the button names: “Sign in with …”. */
  OIDC_LABEL: z.string().max(60, 'at most 60 characters').default('your company'),
  /** The claim that lists the groups of a person. */
  OIDC_GROUP_CLAIM: z.string().optional(),
  /** Groups and their permissions; at each sign-in a person has those of their groups only. */
  OIDC_GROUPS: z
    .string()
    .transform((text) => list(text).map(parseGroup))
    .refine(
      (groups) => groups.length > 0 && groups.every((group) => group !== undefined),
      `groups with permissions, such as hr=review_applications+manage_jobs; permissions are ${permissions.join(', ')}`,
    )
    .transform((groups) => new Map(groups.filter((group) => group !== undefined)))
    .optional(),
  /** Only admins sign in with a password. */
  OIDC_ONLY: z
    .enum(['true', 'false'], 'true or false')
    .default('false')
    .transform((value) => value === 'true'),
}

type Values = z.output<z.ZodObject<typeof oidcVariables>>

/** Throws an Error of one line when something of the company's sign-in is missing. */
export function refuseIncompleteOidc(
  env: Values & { DATABASE_URL: string; SECRET_KEY?: string | undefined },
): void {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = needed.find((name) => !env[name])
  const { OIDC_DOMAINS, OIDC_GROUPS, OIDC_GROUP_CLAIM, OIDC_ONLY } = env
  const given = [
    ...needed.filter((name) => env[name]),
    ...(OIDC_DOMAINS ? ['OIDC_DOMAINS'] : []),
    ...(OIDC_GROUPS ? ['OIDC_GROUPS'] : []),
    ...(OIDC_GROUP_CLAIM ? ['OIDC_GROUP_CLAIM'] : []),
    ...(OIDC_ONLY ? ['OIDC_ONLY'] : []),
  ]
  if (!given.length) return
  if (missing)
    throw new Error(
      `${given[0]} needs ${missing}: the company's sign-in takes OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`,
    )
  if (OIDC_GROUP_CLAIM && !OIDC_GROUPS)
    throw new Error('OIDC_GROUP_CLAIM needs OIDC_GROUPS, which says what each group may do')
  if (!env.DATABASE_URL.startsWith('file:') && !env.SECRET_KEY)
    throw new Error('OIDC_ISSUER needs SECRET_KEY where the database is a server')
}
