import { getTableColumns, type Table } from 'drizzle-orm'
import type { z } from 'zod'

/** The columns of `table` that a response row lists. A new column is private until listed there. */
export const columnsOf = <T extends Table, R extends z.ZodRawShape>(
  table: T,
  row: z.ZodObject<R>,
) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([name]) => name in row.shape),
  ) as Pick<T['_']['columns'], keyof R & keyof T['_']['columns']>
