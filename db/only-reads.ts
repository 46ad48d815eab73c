import type { InStatement } from '@libsql/client/http'

/** Whether a batch may run beside a writer. Drizzle spells every query that only reads with `select` in front. */
export const onlyReads = (statements: readonly (InStatement | [string, unknown?])[]): boolean =>
  statements.every((statement) => /^\s*select\b/i.test(sqlOf(statement)))

function sqlOf(statement: InStatement | [string, unknown?]): string {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}
