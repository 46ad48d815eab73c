import { like, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Matches the words anywhere in the column, `%` and `_` literally. */
export const anywhere = (column: SQLiteColumn, words: string): SQLWrapper =>
  like(column, sql`${`%${words.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
