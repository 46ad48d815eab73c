/**
 * A line of CSV (RFC 4180). Values that a spreadsheet would run as a formula get a leading
 * apostrophe (OWASP, CSV Injection); with East Asian locales, full-width forms too.
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
