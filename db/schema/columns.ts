import { type SQL, sql } from 'drizzle-orm'
import { integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** Now, as ISO 8601 UTC with milliseconds: sorts as text in the order of time. */
export const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ','now'))`

/** The time so many ms from now. */
export const later = (ms: number) =>
  sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`+${ms / 1000} seconds`})`

/** Nobody holds a lease of so many ms. One that ends even later is from before a clock went back. */
export const isFree = (lease_until: SQL | SQLiteColumn, leaseMs: number) =>
  sql`(${lease_until} is null or ${lease_until} not between ${now} and ${later(leaseMs)})`

/** Now, as Unix milliseconds of the database's clock: those of the processes may differ. */
export const databaseMs = sql<number>`(cast(unixepoch('subsec') * 1000 as integer))`

/**
 * The value for `updated_at` in an UPDATE: always later than the one it replaces, even within one
 * millisecond or after the clock went back, because it identifies a stale PUT.
 */
export const touched = (column: SQLiteColumn): SQL<string> =>
  sql`max(${now}, strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+0.001 seconds'))`

export const id = () => integer().primaryKey({ autoIncrement: true })
export const flag = () => integer({ mode: 'boolean' }).notNull()
export const times = () => ({
  created_at: text().notNull().default(now),
  updated_at: text().notNull().default(now),
})

export const oneOf = (column: SQLiteColumn, words: readonly string[]) =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
export const isFlag = (column: SQLiteColumn) => sql`${column} in (0, 1)`
export const atMost = (column: SQLiteColumn, length: number) =>
  sql`length(${column}) <= ${sql.raw(String(length))}`
export const isJson = (column: SQLiteColumn, type: 'array' | 'object') =>
  sql`json_type(${column}) = ${sql.raw(`'${type}'`)}`
/** `YYYY-MM-DD`. */
export const isDay = (column: SQLiteColumn) =>
  sql`${column} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`
