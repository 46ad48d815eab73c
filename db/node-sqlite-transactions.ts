import type { DatabaseSync } from 'node:sqlite'
import { LibsqlBatchError, LibsqlError, type ResultSet } from '@libsql/client/http'
import { toLibsqlError } from './node-sqlite-errors.ts'
import type { Statement } from './node-sqlite-statements.ts'
import { onlyReads } from './only-reads.ts'

/** Does the work and leaves no transaction open behind it, since later writes would be in it and never be committed. */
export function alone<T>(db: DatabaseSync, work: () => T): T {
  try {
    return work()
  } finally {
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK')
  }
}

/**
 * All of the statements or none. IMMEDIATE takes the lock before anything is read, so that the
 * transaction either waits at its beginning or goes through; who only reads needs no lock.
 */
export function transaction(
  db: DatabaseSync,
  run: (statement: Statement) => ResultSet,
  statements: Statement[],
): ResultSet[] {
  return alone(db, () => {
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

/** A migration may rebuild a table that others refer to. The switch does nothing inside a transaction. */
export function withoutForeignKeys<T>(db: DatabaseSync, work: () => T): T {
  db.exec('PRAGMA foreign_keys = OFF')
  try {
    return work()
  } finally {
    db.exec('PRAGMA foreign_keys = ON')
  }
}
