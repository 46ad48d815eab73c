import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Drizzle's errors carry the statement's parameters, people's names and addresses among them; their cause says what happened. */
const err = (error: unknown) =>
  pino.stdSerializers.err(
    error instanceof DrizzleQueryError && error.cause ? error.cause : (error as Error),
  )

/** Structured logs on standard output: one JSON object a line, or lines to read when it is a terminal. No field holds a token, a letter or a password. */
export const createLog = (level: string): Logger =>
  process.stdout.isTTY
    ? pino(
        { level, serializers: { err } },
        pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }),
      )
    : pino({ level, serializers: { err } })
