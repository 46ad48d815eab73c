import { z } from 'zod'
import { newPassword } from '#api/accounts/auth/contract.ts'
import { asciiEmail, isEmail } from '../http/contract/email.ts'
import { isSiteAddress } from '../http/contract/site-address.ts'
import { parseHost } from '../outbound/hosts.ts'
import { oidcVariables, refuseIncompleteOidc } from './oidc.ts'

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'a number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'a number from 0 to 65535')

const url = (pattern: RegExp, allowed: string) =>
  z
    .string()
    .regex(pattern, allowed)
    // After `file:` comes a path, which may not be a valid URL.
    .refine((value) => value.startsWith('file:') || URL.canParse(value), allowed)

/** The sender while neither MAIL_FROM nor the email settings name one. */
export const defaultSender = 'careers@localhost'

/** Paths of the site begin with these: the API under one of them would hide its pages. */
const taken =
  /^\/(_astro|alerts|application|backoffice|candidate|draft|jobs|login|media|page|preview|shared?)(\/|$)/

const isPath = (value: string) => /^(\/(?!\.+(\/|$))[\w.~-]+)+$/.test(value) && !taken.test(value)

const isApiBase = (value: string) =>
  /^https?:\/\//i.test(value)
    ? /^https?:\/\/[^\s/?#@]+(\/(?!\.+(\/|$))[\w.~-]+)*$/i.test(value) && URL.canParse(value)
    : isPath(value)

/**
 * Every environment variable except the bucket's AWS_* ones (files/open-store.ts); all are
 * optional.
 */
const schema = z.object({
  /** Where to listen; `localhost` means 127.0.0.1 and ::1. */
  HOST: z.string().min(1, 'a host name or address').default('localhost'),
  /** 0 picks a free port and prints it. */
  PORT: portNumber.default(4321),
  DATABASE_URL: url(
    /^(file:.|https?:\/\/.|libsql:\/\/.)/,
    'a libSQL URL: file:, http(s): or libsql:',
  )
    // fetch rejects such URLs, and its error would show the password.
    .refine(
      (value) => value.startsWith('file:') || !URL.parse(value)?.username,
      'a libSQL URL without a name and password: DATABASE_AUTH_TOKEN is for that',
    )
    .default('file:./data/careers.db'),
  /** For a remote libSQL. */
  DATABASE_AUTH_TOKEN: z.string().optional(),
  /** Where resumes live; for s3 the credentials come from the standard AWS_* variables. */
  STORAGE_URL: url(/^(file:.|s3:\/\/.)/, 'file:FOLDER or s3://bucket?endpoint=…&region=…').default(
    'file:./data/resumes',
  ),
  /** Without it each message is an .eml file in the folder `outbox` beside the database. */
  SMTP_URL: url(/^smtps?:\/\/./, 'smtp(s)://user:pass@host:port').optional(),
  /** The From address. */
  MAIL_FROM: z
    .string()
    .regex(
      /^([^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'an address, or Name <address>',
    )
    .default(defaultSender),
  /** Scans received files for viruses (ClamAV's daemon); without it, nothing does. */
  CLAMD_URL: url(
    /^(tcp:\/\/(\[[\da-f:.]+\]|[^\s/:@?#[\]]+):\d{1,5}|unix:\/.+)$/i,
    'tcp://host:port or unix:/path of clamd',
  ).optional(),
  /** How many messages a minute each process sends; relays refuse more. Without it: no limit. */
  MAIL_RATE: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'a number of messages a minute, from 1 to 99999')
    .transform(Number)
    .optional(),
  /** Encrypts stored secrets; without it, the key is in the file `secret-key` beside the database. */
  SECRET_KEY: z.string().min(32, 'it must have at least 32 characters').optional(),
  /** Where the site is. Takes precedence over the setting `public_url`. */
  PUBLIC_URL: z
    .string()
    .refine(isSiteAddress, 'scheme, host and port only, like https://careers.example.com')
    .optional(),
  /**
   * The path of the domain below which everything is, such as `/careers`; `/` for a domain of its
   * own. The API's default is then `/careers/api`.
   */
  BASE_PATH: z
    .string()
    .transform((value) => value.replace(/\/+$/, '') || '/')
    .refine(
      (value) => value === '/' || (isPath(value) && !/^\/api(\/|$)/.test(value)),
      'a path such as /careers, that no page of the site has',
    )
    .default('/'),
  /**
   * Where the browser finds the API: a path, at which it is served besides `/api`, or the origin
   * and path of another address, from which only the site's own pages may call it.
   */
  API_BASE: z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(
      isApiBase,
      'a path such as /careers/api, or an address such as https://api.example.com/api, that no page of the site has',
    )
    .default('/api'),
  /** The first administrator; both are read only while there are no users. */
  ADMIN_EMAIL: z
    .string()
    .refine(isEmail, 'an email address')
    .transform(asciiEmail)
    .default('admin@example.com'),
  ADMIN_PASSWORD: newPassword.optional(),
  /** How to fill an empty database. */
  SEED: z.enum(['demo', 'empty'], 'demo or empty').default('demo'),
  /** Whether to trust X-Forwarded-* of the last hop. */
  TRUST_PROXY: z
    .enum(['true', 'false'], 'true or false')
    .default('false')
    .transform((value) => value === 'true'),
  /**
   * Also writes the public site as files to this folder: fresh pages below `current`, for a web
   * server in front, and the whole site below `site`. One process only. Off by default.
   */
  PAGES_DIR: z.string().optional(),
  /** A bucket that gets what is below `site` in PAGES_DIR, with the credentials of AWS_*. */
  PUBLISH_URL: url(/^s3:\/\/./, 's3://bucket/prefix?endpoint=…&region=…').optional(),
  /** `off` lifts them for load tests. */
  RATE_LIMITS: z.enum(['on', 'off'], 'on or off').default('on'),
  /**
   * Hosts inside the company that webhooks and calendars may call besides public ones: `host`, or
   * `host:port`, comma-separated.
   */
  WEBHOOK_HOSTS: z
    .string()
    .transform((value) => value.split(',').flatMap((entry) => entry.trim() || []))
    .refine((hosts) => hosts.every(parseHost), 'hosts such as hr.example.internal:8443, hooks.lan')
    .optional(),
  /** The port of `/metrics` (Prometheus text format); off by default, 0 picks a free port. */
  METRICS_PORT: portNumber.optional(),
  /** Unauthenticated, hence loopback by default. */
  METRICS_HOST: z.string().min(1, 'a host name or address').default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  ...oidcVariables,
})
export type Environment = z.output<typeof schema>

/**
 * BASE_PATH without a slash at the end: requests lose it and what leaves gets it
 * (site/server/base-path.ts), so that nothing that is stored contains it.
 */
export const basePath = (process.env.BASE_PATH ?? '').replace(/\/+$/, '')

/** The names of all of them. */
export const variables = Object.keys(schema.shape)

/**
 * The environment, checked. An empty variable counts as not set.
 * Throws an Error of one line that names the variable, what was given and what is allowed.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) {
    refuseIncompleteOidc(result.data)
    return withBucketApart(result.data)
  }
  const issue = result.error.issues[0]!
  const name = String(issue.path[0])
  if (name === 'ADMIN_PASSWORD') throw weakAdminPassword(issue.message)
  // Not shown either: `openssl rand -base64 32` makes a good one.
  if (name === 'SECRET_KEY') throw new Error(`SECRET_KEY is not good enough: ${issue.message}`)
  throw new Error(`${name} is ${shown(given[name])}, but must be ${issue.message}`)
}

function withBucketApart(env: Environment): Environment {
  const { PUBLISH_URL, STORAGE_URL, PAGES_DIR } = env
  if (!PUBLISH_URL) return env
  if (!PAGES_DIR)
    throw new Error('PUBLISH_URL needs PAGES_DIR, the folder in which the site is written first')
  const bucket = new URL(PUBLISH_URL).hostname
  if (STORAGE_URL.startsWith('s3:') && new URL(STORAGE_URL).hostname === bucket)
    throw new Error(
      `PUBLISH_URL and STORAGE_URL name the same bucket, ${bucket}: the site is public and resumes are not, so give it a bucket of its own`,
    )
  return env
}

/** Doesn't show the password: startup errors end up in logs. */
export const weakAdminPassword = (reason: string) =>
  new Error(`ADMIN_PASSWORD is not good enough: ${reason}`)

/** Masks passwords in URLs: startup errors end up in logs. */
const shown = (value: string | undefined) =>
  JSON.stringify(value?.replace(/(\/\/[^/:@]*):[^/@]*@/, '$1:…@'))

/** The origin of a server that listens there. */
export const originOf = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Prints the reason in one line and exits. */
export function cannotStart(reason: string): never {
  console.error(`Foyer cannot start: ${reason}`)
  process.exit(1)
}
