import type { Separator } from './contract/csv.ts'

/**
 * Where a cell begins, also for spreadsheets that separate by semicolons or tabs, which take the
 * quotes of a line for text: before a character that makes it a formula (OWASP, CSV Injection).
 * With East Asian locales, full-width forms too.
 */
const sign = '[=+\\-@＝＋－＠]'
const formula = new RegExp(
  `^(?=[\\s"\\p{Cf}]*${sign}|[\\t\\r])|(?<=[;\\t\\r\\n])(?=["\\p{Zs}\\p{Cf}]*${sign})`,
  'gu',
)

/** Without it Excel takes UTF-8 for something else. */
export const byteOrderMark = '\uFEFF'

/**
 * A line of CSV (RFC 4180), all text in quotes. An apostrophe keeps a formula from running.
 * Spreadsheets separate by semicolons where the decimal sign is a comma.
 */
export function csvLine(values: readonly unknown[], separator: Separator = 'comma'): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined || typeof value === 'number') return value
    return `"${String(value).replace(formula, "'").replaceAll('"', '""')}"`
  })
  return `${cells.join(separator === 'comma' ? ',' : ';')}\r\n`
}
