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
