import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { isUnavailable } from '#db/errors.ts'
import { countOutages, type LogMethod } from './outages.ts'

/** Fields with secrets or personal text, redacted wherever they appear. */
const secret = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'newPassword',
  'password_hash',
  'current_password',
  'token',
  'secret',
  'client_secret',
  'service_account',
  'recovery_code',
  'recovery_codes',
  'motivation_letter',
  'notes',
  'email',
  'phone',
  'text',
  'html',
]

/** Hides the tokens of links for candidates and guests, and of calendars: nothing else is needed to read these. */
const withoutLinkTokens = (text: string) =>
  text.replace(
    /(\/(?:application|alerts|candidate|drafts?|calendar|shared|hand-overs)\/(?:confirm\/|invitations?\/)?)[\w-]{20,}/g,
    '$1[redacted]',
  )

/** Messages from elsewhere (such as a mail server's) contain addresses and whole links. */
const withoutPeople = (text: string) =>
  withoutLinkTokens(text)
    .replace(/([?&#][\w-]*(?:token|code|key|password)[\w-]*=)[^&#\s"']+/gi, '$1[redacted]')
    .replace(/(:\/\/[^/\s:@]*:)[^/\s@]+@/g, '$1[redacted]@')
    .replace(/[^\s<>"(),:;[\]]+@[^\s<>"'(),:;/]+/g, '[address]')
    .replace(/\nparams: .*/, '')

/** Drizzle's errors contain statement parameters, such as names; their cause doesn't. */
const unwrap = (error: Error): Error =>
  error instanceof DrizzleQueryError && error.cause instanceof Error ? unwrap(error.cause) : error

/** Logs type, message, code, stack and cause of an error, nothing else. */
function err(given: unknown): object {
  if (!(given instanceof Error)) return { message: withoutPeople(String(given)) }
  const { name, message, stack = '', cause, ...more } = unwrap(given) as Error & { code?: unknown }
  const { stack: _, ...behind } = cause instanceof Error ? (err(cause) as { stack?: string }) : {}
  return {
    type: name,
    message: withoutPeople(message),
    // The stack says nothing about an outage.
    ...(!isUnavailable(given) && { stack: withoutPeople(stack) }),
    ...('code' in more && { code: more.code }),
    ...(cause instanceof Error && { cause: behind }),
  }
}

const maxPerSecond = 200

/** Limits lines per second, so that failing requests don't fill the disk. */
function bounded(): LogMethod {
  let second = 0
  let written = 0
  return function logMethod(given, method) {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      if (written > maxPerSecond)
        method.apply(this, [{ lines: written - maxPerSecond }, 'lines left out'])
      second = now
      written = 0
    }
    written += 1
    if (written <= maxPerSecond) method.apply(this, given)
  }
}

/**
 * Structured logs on standard output: one JSON object a line, or lines to read when it is a
 * terminal. Tokens, letters and passwords are redacted. `to` replaces standard output. With
 * `available`, which resolves while database and resume storage work, an outage is two lines.
 */
export async function createLog(
  level: string,
  { to, available }: { to?: DestinationStream; available?: () => Promise<unknown> } = {},
): Promise<Logger> {
  // An error's code is no secret.
  const paths = ['code', ...secret.flatMap((field) => [field, `*.${field}`])]
  const redact = { paths, censor: '[redacted]' }
  const bound = bounded()
  const count = available && countOutages(available, () => log)
  const logMethod: LogMethod = function logMethod(given, method) {
    const write = ((...lines: Parameters<LogFn>) => bound.call(this, lines, method)) as LogFn
    if (count) count.call(this, given, write)
    else write(...given)
  }
  const options = {
    level,
    redact,
    serializers: { err, path: withoutLinkTokens },
    hooks: { logMethod },
  }
  const log = pino(options, to ?? (await standardOutput()))
  return log
}

async function standardOutput(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return pino.destination(1)
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}
