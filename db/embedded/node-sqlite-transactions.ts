import type { DatabaseSync } from 'node:sqlite'
import { LibsqlBatchError, LibsqlError, type ResultSet } from '@libsql/client/http'
import { toLibsqlError } from './node-sqlite-errors.ts'
import type { Statement } from './node-sqlite-statements.ts'
import { onlyReads } from './only-reads.ts'

/** Rolls back a transaction that `work` left open: later writes would join it, uncommitted. */
export function exclusive<T>(db: DatabaseSync, work: () => T): T {
  try {
    return work()
  } finally {
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK')
  }
}

/**
 * Runs all of the statements or none. IMMEDIATE takes the lock before anything is read, so that the
 * transaction either waits at its start or succeeds; reads need no lock.
 */
export function transaction(
  db: DatabaseSync,
  run: (statement: Statement) => ResultSet,
  statements: Statement[],
): ResultSet[] {
  return exclusive(db, () => {
    db.exec(onlyReads(statements) ? 'BEGIN' : 'BEGIN IMMEDIATE')
    const results = statements.map((statement, index) => {
      try {
        return run(statement)
      } catch (cause) {
        throw toBatchError(cause, index)
      }
    })
    db.exec('COMMIT')
    return results
  })
}

function toBatchError(cause: unknown, index: number) {
  const error = toLibsqlError(cause)
  if (!(error instanceof LibsqlError)) return error
  const { message, code, extendedCode, rawCode } = error
  return new LibsqlBatchError(message, index, code, extendedCode, rawCode, error)
}

/** Lets a migration rebuild a referenced table. The pragma has no effect inside a transaction. */
export function withoutForeignKeys<T>(db: DatabaseSync, work: () => T): T {
  db.exec('PRAGMA foreign_keys = OFF')
  try {
    return work()
  } finally {
    db.exec('PRAGMA foreign_keys = ON')
  }
}
