/** The cells of CSV (RFC 4180) separated by commas, semicolons or tabs, as spreadsheets save it. */
export function readCsv(text: string): string[][] {
  const separator = /^[^\r\n]*?([,;\t])/.exec(text.replace(/"(?:[^"]|"")*"/g, ''))?.[1] ?? ','
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(
    `\\s*?("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`,
    'y',
  )
  const input = text.replace(/^\ufeff/, '')
  while (cell.lastIndex < input.length) {
    const [whole, value = '', end = ''] = cell.exec(input) ?? []
    // Not CSV from here on.
    if (whole === undefined || whole === '') break
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  if (row.length) rows.push(row)
  return rows.filter((cells) => cells.some((cell) => cell.trim()))
}

/** The pairs of a file: the first two columns, without a line of headings. */
export function redirectsIn(text: string): { from: string; to: string }[] {
  const rows = readCsv(text).map(([from = '', to = '']) => ({ from: from.trim(), to: to.trim() }))
  const [first] = rows
  return first && /^(from|old|source)/i.test(first.from) ? rows.slice(1) : rows
}
