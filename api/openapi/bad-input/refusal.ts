/** For tests: what a refusal must be like, and whether anything was stored. */
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { ApiResponse } from '#scripts/testing/world.ts'

/**
 * A second connection: its `data_version` changes with every commit of the first
 * (https://sqlite.org/pragma.html#pragma_data_version).
 */
export function watchDatabase(url: string) {
  const file = fileURLToPath(url)
  // Truncating the write-ahead log would look like a change: this reader prevents it.
  const reader = new DatabaseSync(file)
  reader.exec('BEGIN; SELECT count(*) FROM users')
  const db = new DatabaseSync(file)
  const version = db.prepare('PRAGMA data_version')
  const readVersion = () => version.get()?.data_version
  let seen = readVersion()
  return {
    /** Whether anything was stored since the last call. */
    hasChanged() {
      const before = seen
      seen = readVersion()
      return seen !== before
    },
    close() {
      db.close()
      reader.close()
    },
  }
}

/** What is wrong with a response that should reject one field; empty when nothing is. */
export function refusalErrors(
  { status, body }: Pick<ApiResponse, 'status' | 'body'>,
  field: string | number,
) {
  const detail = body.details?.find(({ path }: { path: unknown[] }) => path[0] === field)
  return [
    ...(status === 400 ? [] : [`status ${status}`]),
    ...(isSentence(body.error) ? [] : [`says ${JSON.stringify(body.error)}`]),
    ...(isSentence(detail?.message) ? [] : [`no detail for ${field}: ${JSON.stringify(detail)}`]),
  ]
}

/** Readable text: no type names, no messages of a library or database. */
export const isSentence = (text: unknown) =>
  typeof text === 'string' &&
  /^[A-Za-z{][^\n]{5,200}$/.test(text) &&
  !/expected (string|number|array|object|boolean)|received|invalid input|undefined|object Object|sqlite|constraint|\bat .*:\d/i.test(
    text,
  )
