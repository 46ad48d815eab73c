import { fillPlaceholders } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './client.ts'

/**
 * Makes a query once for each database and each kind of it, to be run again and again with other
 * values (`sql.placeholder`): Drizzle takes longer to put most of them together than SQLite to answer.
 */
export function prepared<Kind extends readonly (string | boolean)[], Query>(
  make: (db: Db, ...kind: Kind) => Query,
): (db: Db, ...kind: Kind) => Query {
  const made = new WeakMap<Db, Map<string, Query>>()
  return (db, ...kind) => {
    const queries = made.get(db) ?? new Map<string, Query>()
    const name = kind.join(' ')
    const query = queries.get(name) ?? make(db, ...kind)
    made.set(db, queries.set(name, query))
    return query
  }
}

/** What a batch asks of its items, which Drizzle keeps out of their types. */
type Preparable = {
  _prepare(): {
    getQuery(): { sql: string; params: unknown[] }
    mapResult(result: unknown, isFromBatch?: boolean): unknown
  }
}

/** The same for an item of a batch: it takes the values with it, since a batch has none to give. */
export function preparedItem<
  Kind extends readonly (string | boolean)[],
  Item extends BatchItem<'sqlite'>,
>(make: (db: Db, ...kind: Kind) => Item) {
  const made = prepared((db, ...kind: Kind) => {
    const query = (make(db, ...kind) as Item & Preparable)._prepare()
    return { ...query.getQuery(), mapResult: query.mapResult.bind(query) }
  })
  return (db: Db, values: Record<string, unknown>, ...kind: Kind): Item => {
    const { sql, params, mapResult } = made(db, ...kind)
    const getQuery = () => ({ sql, params: fillPlaceholders(params, values) })
    const item: Preparable = { _prepare: () => ({ getQuery, mapResult }) }
    return item as Item & Preparable
  }
}
