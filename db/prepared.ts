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
