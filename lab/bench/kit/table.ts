/** Prints a Markdown table; all columns but the first are right-aligned. */
export function printTable(headings: string[], rows: string[][]) {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join(' | ')} |`
  const rule = widths.map((width, i) => (i ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  console.log(['', line(headings), line(rule), ...rows.map(line), ''].join('\n'))
}
