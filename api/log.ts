import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

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
const told = (error: Error): Error =>
  error instanceof DrizzleQueryError && error.cause instanceof Error ? told(error.cause) : error

/** Name, sentence, code and where, and what was behind it; nothing else that an error may carry. */
function err(given: unknown): object {
  if (!(given instanceof Error)) return { message: withoutPeople(String(given)) }
  const { name, message, stack = '', cause, ...more } = told(given) as Error & { code?: unknown }
  const { stack: _, ...behind } = cause instanceof Error ? (err(cause) as { stack?: string }) : {}
  return {
    type: name,
    message: withoutPeople(message),
    stack: withoutPeople(stack),
    ...('code' in more && { code: more.code }),
    ...(cause instanceof Error && { cause: behind }),
  }
}

const mostPerSecond = 200

/** A log that grows with every failing request fills the disk while the database is away. */
function bounded(): NonNullable<LoggerOptions['hooks']> {
  let second = 0
  let written = 0
  return {
    logMethod(given, method) {
      const now = Math.floor(Date.now() / 1000)
      if (now !== second) {
        if (written > mostPerSecond)
          method.apply(this, [{ lines: written - mostPerSecond }, 'lines left out'])
        second = now
        written = 0
      }
      written += 1
      if (written <= mostPerSecond) method.apply(this, given)
    },
  }
}

/**
 * Structured logs on standard output: one JSON object a line, or lines to read when it is a terminal.
 * No field holds a token, a letter or a password. `to` takes the lines instead.
 */
export async function createLog(level: string, to?: DestinationStream): Promise<Logger> {
  // An error's code is no secret.
  const paths = ['code', ...secret.flatMap((field) => [field, `*.${field}`])]
  const redact = { paths, censor: '[redacted]' }
  const options = { level, redact, serializers: { err }, hooks: bounded() }
  if (to) return pino(options, to)
  if (!process.stdout.isTTY) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
}
