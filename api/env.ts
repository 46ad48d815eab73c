import { z } from 'zod'
import { newPassword } from './auth/contract.ts'

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'a number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'a number from 0 to 65535')

const url = (pattern: RegExp, allowed: string) =>
  z
    .string()
    .regex(pattern, allowed)
    // What `file:` is followed by is a path, not always a URL's.
    .refine((value) => value.startsWith('file:') || URL.canParse(value), allowed)

/** Every variable that Foyer reads, but for the AWS_* ones of a bucket (domain/store.ts); all are optional. */
const schema = z.object({
  /** Where to listen; `localhost` means 127.0.0.1 and ::1. */
  HOST: z.string().min(1, 'a host name or address').default('localhost'),
  /** 0 picks a free port and prints it. */
  PORT: portNumber.default(4321),
  DATABASE_URL: url(
    /^(file:.|https?:\/\/.|libsql:\/\/.)/,
    'a libSQL URL: file:, http(s): or libsql:',
  )
    // No request can be made to such a URL, and the error would tell all of it.
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
  /** Without it each message is written as an .eml file under ./data/outbox. */
  SMTP_URL: url(/^smtps?:\/\/./, 'smtp(s)://user:pass@host:port').optional(),
  /** The sender of what is mailed. */
  MAIL_FROM: z
    .string()
    .regex(
      /^([^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'an address, or Name <address>',
    )
    .default('careers@localhost'),
  /** Where the site is. Takes precedence over the setting `public_url`. */
  PUBLIC_URL: url(
    /^https?:\/\/[^\s?#]+$/i,
    'an address that begins with http:// or https://, without ? or #',
  ).optional(),
  /** The first administrator; both are read only while there are no users. */
  ADMIN_EMAIL: z.email('an e-mail address').default('admin@example.com'),
  ADMIN_PASSWORD: newPassword.optional(),
  /** What an empty database is filled with. */
  SEED: z.enum(['demo', 'empty'], 'demo or empty').default('demo'),
  /** Whether the last hop's X-Forwarded-* is believed. */
  TRUST_PROXY: z
    .enum(['true', 'false'], 'true or false')
    .default('false')
    .transform((value) => value === 'true'),
  /**
   * A folder in which public pages also lie as files, below `current`, for a web server in front.
   * For one process alone. Without it there are no such files.
   */
  PAGES_DIR: z.string().optional(),
  /** `off` lifts them for load tests. */
  RATE_LIMITS: z.enum(['on', 'off'], 'on or off').default('on'),
  /** Where `/metrics` is answered, in the text format of Prometheus; nowhere when it is not set. 0 picks a free port and prints it. */
  METRICS_PORT: portNumber.optional(),
  /** By default nobody on another machine can read them: they ask no token. */
  METRICS_HOST: z.string().min(1, 'a host name or address').default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
})
export type Environment = z.output<typeof schema>

/** The names of all of them. */
export const variables = Object.keys(schema.shape)

/**
 * The environment, checked. An empty variable counts as not set.
 * Throws an Error of one line that names the variable, what was given and what is allowed.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const name = String(issue.path[0])
  if (name === 'ADMIN_PASSWORD') throw weakAdminPassword(issue.message)
  throw new Error(`${name} is ${shown(given[name])}, but must be ${issue.message}`)
}

/** The password itself is not shown: what stops a start ends up in logs. */
export const weakAdminPassword = (reason: string) =>
  new Error(`ADMIN_PASSWORD is not good enough: ${reason}`)

/** A URL may hold a password, and what stops a start ends up in logs. */
const shown = (value: string | undefined) =>
  JSON.stringify(value?.replace(/(\/\/[^/:@]*):[^/@]*@/, '$1:…@'))

/** The address under which a process that listens there can be opened. */
export const originOf = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Tells the operator in one line why there is no server, and ends the process. */
export function cannotStart(reason: string): never {
  console.error(`Foyer cannot start: ${reason}`)
  process.exit(1)
}
