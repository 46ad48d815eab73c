import type { InStatement } from '@libsql/client/http'

/** Drizzle starts every query that only reads with `select`; ours may begin with `with`. */
const onlyRead = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete|replace)\b))/is

/** Whether a batch can run beside a writer. */
export const onlyReads = (statements: readonly (InStatement | [string, unknown?])[]): boolean =>
  statements.every((statement) => onlyRead.test(sqlOf(statement)))

function sqlOf(statement: InStatement | [string, unknown?]): string {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}
