import type { InStatement } from '@libsql/client/http'

/** Whether a batch can run beside a writer. Drizzle starts every read-only query with `select`. */
export const onlyReads = (statements: readonly (InStatement | [string, unknown?])[]): boolean =>
  statements.every((statement) => /^\s*select\b/i.test(sqlOf(statement)))

function sqlOf(statement: InStatement | [string, unknown?]): string {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}
