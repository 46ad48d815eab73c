/**
 * A line of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front:
 * names come from people (OWASP, CSV Injection). Spreadsheets set to an East Asian language also take
 * the full-width forms.
 */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const text = String(value ?? '')
    const harmless =
      /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
  })
  return `${cells.join(',')}\r\n`
}
