import { LibsqlError } from '@libsql/client/http'

/**
 * The most precise SQLite code known, such as `SQLITE_CONSTRAINT_UNIQUE` or `SQLITE_BUSY`, or the
 * client's own, such as `CLIENT_CLOSED`; undefined for errors that don't come from the database.
 * Unwraps Drizzle's errors; handles single statements and batches alike.
 */
export function errorCode(error: unknown): string | undefined {
  const found = libsqlErrorIn(error)
  return found && (found.extendedCode ?? constraintIn(found) ?? found.code)
}

/** Whether the database is unreachable or busy, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return temporary.test(code) || causesOf(error).some(isNetworkFailure)
}

/**
 * Whether a write may have happened despite the error: the connection broke after it was sent, or
 * the disk failed during a commit, which recovery may still find in the log.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!isUnavailable(error) || refused.test(errorCode(error) ?? '')) return false
  return !causesOf(error).some((cause) => neverConnected.test(codeOf(cause)))
}

/** Whether the disk or the database is full. */
export function isFull(error: unknown): boolean {
  return (
    errorCode(error) === 'SQLITE_FULL' ||
    causesOf(error).some((cause) => codeOf(cause) === 'ENOSPC')
  )
}

/**
 * Whether a unique constraint was violated.
 * @param column as SQLite names it, such as `users.email`; by default any column
 */
export function isUniqueViolation(error: unknown, column?: string): boolean {
  if (!/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/.test(errorCode(error) ?? '')) return false
  const [, columns = ''] =
    /UNIQUE constraint failed: (.*)/.exec(libsqlErrorIn(error)?.message ?? '') ?? []
  return column === undefined || columns.split(', ').includes(column)
}

/** Whether a column that can't be null was to become so: a condition of the batch did not hold. */
export const isNotNullViolation = (error: unknown, column: string): boolean =>
  errorCode(error) === 'SQLITE_CONSTRAINT_NOTNULL' &&
  (libsqlErrorIn(error)?.message.includes(`NOT NULL constraint failed: ${column}`) ?? false)

const temporary =
  /^(SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|PROTOCOL|NOMEM|READONLY)|CLIENT_CLOSED|SERVER_(ERROR|AWAY)|HRANA_|STREAM_EXPIRED)/

const refused = /^(SQLITE_(?!IOERR)|CLIENT_CLOSED|SERVER_AWAY)/

const network = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|UND_ERR_)/

const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)/

/** ClosedError comes from a remote client after `close()`. */
function isNetworkFailure(cause: Error) {
  if (['TimeoutError', 'AbortError', 'ClosedError'].includes(cause.name)) return true
  return (
    network.test(codeOf(cause)) || (cause instanceof TypeError && cause.message === 'fetch failed')
  )
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

const libsqlErrorIn = (error: unknown) =>
  causesOf(error).find((cause): cause is LibsqlError => cause instanceof LibsqlError)

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** Servers send only `SQLITE_CONSTRAINT`; the kind is in the message. */
function constraintIn({ code, message }: LibsqlError) {
  if (code !== 'SQLITE_CONSTRAINT') return undefined
  const [, kind] = /(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed/.exec(message) ?? []
  if (kind) return `SQLITE_CONSTRAINT_${kind.replace(' ', '')}`
  return message.includes('cannot store') ? 'SQLITE_CONSTRAINT_DATATYPE' : undefined
}
