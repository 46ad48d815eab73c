import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, pino } from 'pino'

/** Drizzle's errors carry the statement's parameters, people's names and addresses among them; their cause says what happened. */
const err = (error: unknown) =>
  pino.stdSerializers.err(
    error instanceof DrizzleQueryError && error.cause ? error.cause : (error as Error),
  )

/** Structured logs on standard output: one JSON object a line, or lines to read when it is a terminal. No field holds a token, a letter or a password. */
export async function createLog(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level, serializers: { err } })
  const { default: pretty } = await import('pino-pretty')
  const lines = pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
  return pino({ level, serializers: { err } }, lines)
}
