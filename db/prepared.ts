import { fillPlaceholders } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './client.ts'

/**
 * Builds a query once per database and kind, to be run with different values (`sql.placeholder`):
 * Drizzle takes longer to build most queries than SQLite to run them.
 */
export function prepared<Kind extends readonly (string | boolean)[], Query>(
  build: (db: Db, ...kind: Kind) => Query,
): (db: Db, ...kind: Kind) => Query {
  const built = new WeakMap<Db, Map<string, Query>>()
  return (db, ...kind) => {
    const queries = built.get(db) ?? new Map<string, Query>()
    const name = kind.join(' ')
    const query = queries.get(name) ?? build(db, ...kind)
    built.set(db, queries.set(name, query))
    return query
  }
}

/** What a batch calls on its items, which Drizzle's types hide. */
type Preparable = {
  _prepare(): {
    getQuery(): { sql: string; params: unknown[] }
    mapResult(result: unknown, isFromBatch?: boolean): unknown
  }
}

/** Like `prepared`, for an item of a batch, which must carry its values with it. */
export function preparedItem<
  Kind extends readonly (string | boolean)[],
  Item extends BatchItem<'sqlite'>,
>(build: (db: Db, ...kind: Kind) => Item) {
  const built = prepared((db, ...kind: Kind) => {
    const query = (build(db, ...kind) as Item & Preparable)._prepare()
    return { ...query.getQuery(), mapResult: query.mapResult.bind(query) }
  })
  return (db: Db, values: Record<string, unknown>, ...kind: Kind): Item => {
    const { sql, params, mapResult } = built(db, ...kind)
    const getQuery = () => ({ sql, params: fillPlaceholders(params, values) })
    const item: Preparable = { _prepare: () => ({ getQuery, mapResult }) }
    return item as Item & Preparable
  }
}
