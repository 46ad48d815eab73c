import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// What the processes that share a database server agree on. Empty in a database file, which has one
// process, and in backups. Times are `databaseMs`.

/** Counted attempts, until their window ends. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    /** HMAC of the limit's name with the account or network, in hex. */
    key: text().primaryKey(),
    points: integer().notNull(),
    ends_at: integer().notNull(),
  },
  (t) => [
    index('rate_limits_ends').on(t.ends_at),
    check('rate_limits_key', sql`${t.key} not glob '*[^0-9a-f]*' and length(${t.key}) = 64`),
  ],
)

/** Pictures whose files and row one process is changing. */
export const pictureLocks = sqliteTable('picture_locks', {
  hash: text().primaryKey(),
  /** Random, one per lock. */
  holder: text().notNull(),
  /** Another process may take it after this time: the holder has crashed. */
  lease_until: integer().notNull(),
})
