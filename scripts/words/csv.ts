/** The records of a CSV file (RFC 4180); spreadsheets also separate by semicolons or tabs. */
export function parseCsv(text: string, separator: string): string[][] {
  const records: string[][] = []
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|(?!")([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`,
    'y',
  )
  let record: string[] = []
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [, quoted, plain, end] = cell.exec(text) ?? []
    if (end === undefined) {
      const line = text.slice(0, at).split('\n').length
      throw new Error(`Line ${line} has a quotation mark that does not end its cell`)
    }
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === separator && cell.lastIndex < text.length) continue
    if (end === separator) record.push('')
    records.push(record)
    record = []
  }
  return records
}
