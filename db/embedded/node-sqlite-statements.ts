import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { InArgs, InStatement, ResultSet, Row } from '@libsql/client/http'
import { rowMaker, toParameters } from './node-sqlite-values.ts'

export type Statement = InStatement | [sql: string, args?: InArgs]

type Prepared = {
  statement: StatementSync
  columns: string[]
  columnTypes: string[]
  toRow: (found: SQLOutputValue[]) => Row
}

/** Bounds the cache: lists of ids make any number of different statements. */
const maxPrepared = 500

/**
 * SQLite plans a statement again whenever a value is bound to `LIMIT ?` or, in places,
 * `OFFSET ?`, but not to an expression. For most statements, planning takes longer than running.
 */
const plainLimit = /\b(limit|offset) \?/gi

function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql.replace(plainLimit, '$1 +?'))
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  const found = statement.columns()
  const columns = found.map(({ name }) => name)
  const columnTypes = found.map(({ type }) => type ?? '')
  return { statement, columns, columnTypes, toRow: rowMaker(columns) }
}

/** LRU cache of prepared statements: parsing costs more than most queries. */
function preparer(db: DatabaseSync): (sql: string) => Prepared {
  const cache = new Map<string, Prepared>()
  return (sql) => {
    const prepared = cache.get(sql) ?? prepare(db, sql)
    cache.delete(sql)
    cache.set(sql, prepared)
    const [oldest] = cache.keys()
    if (cache.size > maxPrepared && oldest !== undefined) cache.delete(oldest)
    return prepared
  }
}

/** With RETURNING, writes also return rows. */
const writing = /^\s*(insert|update|delete|replace)\b/i

export const changesRows = (statement: Statement): boolean => writing.test(partsOf(statement)[0])

/** Returns a function that runs one statement synchronously, in the open transaction if any. */
export function createRunner(db: DatabaseSync): (statement: Statement) => ResultSet {
  const prepared = preparer(db)
  return (given) => {
    const [sql, args] = partsOf(given)
    const { statement, columns, columnTypes, toRow } = prepared(sql)
    const parameters = toParameters(args)
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return result({ rowsAffected: Number(changes), lastInsertRowid: BigInt(lastInsertRowid) })
    }
    const found = statement.all(...parameters) as unknown as SQLOutputValue[][]
    const rowsAffected = writing.test(sql) ? found.length : 0
    return result({ columns, columnTypes, rows: found.map(toRow), rowsAffected })
  }
}

export function partsOf(statement: Statement): [sql: string, args?: InArgs] {
  if (typeof statement === 'string') return [statement]
  return Array.isArray(statement) ? statement : [statement.sql, statement.args]
}

function result(known: Partial<ResultSet>): ResultSet {
  return {
    columns: [],
    columnTypes: [],
    rows: [],
    rowsAffected: 0,
    lastInsertRowid: undefined,
    ...known,
    toJSON: () => ({ ...known, lastInsertRowid: known.lastInsertRowid?.toString() }),
  }
}
