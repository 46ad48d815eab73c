import { like, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** LIKE with the words anywhere in the column, `%` and `_` literally. */
export const contains = (column: SQLiteColumn, words: string): SQLWrapper =>
  like(column, sql`${`%${words.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
