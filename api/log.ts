import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Structured logs on standard output: one JSON object a line, or lines to read when it is a terminal. No field holds a token, a letter or a password. */
export const createLog = (level: string): Logger =>
  process.stdout.isTTY
    ? pino({ level }, pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
    : pino({ level })
