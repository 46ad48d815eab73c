import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { isUnavailable } from '#db/errors.ts'
import { countOutages, type LogMethod } from './outages.ts'

/** Fields that hold a secret or what somebody wrote, wherever they should turn up. */
const secret = [
  ...['authorization', 'cookie', 'password', 'currentPassword', 'newPassword', 'password_hash'],
  ...['token', 'secret', 'recovery_code', 'recovery_codes', 'motivation_letter', 'notes'],
  ...['email', 'phone', 'text', 'html'],
]

/** Messages of others (a mail server's, say) name addresses, and whole links. */
const withoutPeople = (text: string) =>
  text
    .replace(/([?&#][\w-]*(?:token|code|key|password)[\w-]*=)[^&#\s"']+/gi, '$1[redacted]')
    .replace(/(:\/\/[^/\s:@]*:)[^/\s@]+@/g, '$1[redacted]@')
    .replace(/[^\s<>"'(),:;=/]+@[^\s<>"'(),:;/]+\.[^\s<>"'(),:;/]+/g, '[address]')
    .replace(/\nparams: .*/, '')

/** Drizzle's errors carry the statement's parameters, people's names and addresses among them; their cause says what happened. */
const unwrap = (error: Error): Error =>
  error instanceof DrizzleQueryError && error.cause instanceof Error ? unwrap(error.cause) : error

/** Name, sentence, code and where, and what was behind it; nothing else that an error may carry. */
function err(given: unknown): object {
  if (!(given instanceof Error)) return { message: withoutPeople(String(given)) }
  const { name, message, stack = '', cause, ...more } = unwrap(given) as Error & { code?: unknown }
  const { stack: _, ...behind } = cause instanceof Error ? (err(cause) as { stack?: string }) : {}
  return {
    type: name,
    message: withoutPeople(message),
    // Where an outage was noticed says nothing about it.
    ...(!isUnavailable(given) && { stack: withoutPeople(stack) }),
    ...('code' in more && { code: more.code }),
    ...(cause instanceof Error && { cause: behind }),
  }
}

const mostPerSecond = 200

/** A log that grows with every failing request fills the disk. */
function bounded(): LogMethod {
  let second = 0
  let written = 0
  return function logMethod(given, method) {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      if (written > mostPerSecond)
        method.apply(this, [{ lines: written - mostPerSecond }, 'lines left out'])
      second = now
      written = 0
    }
    written += 1
    if (written <= mostPerSecond) method.apply(this, given)
  }
}

/**
 * Structured logs on standard output: one JSON object a line, or lines to read when it is a terminal.
 * No field holds a token, a letter or a password. `to` takes the lines instead. With `available`, which
 * resolves while database and resume storage can be used, an outage is two lines.
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
  const options = { level, redact, serializers: { err }, hooks: { logMethod } }
  const log = pino(options, to ?? (await standardOutput()))
  return log
}

async function standardOutput(): Promise<DestinationStream> {
  if (!process.stdout.isTTY) return pino.destination(1)
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
}
