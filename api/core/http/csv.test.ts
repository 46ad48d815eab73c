import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { csvLine } from './csv.ts'

test('commas, quotes and line breaks stay within their cell', () => {
  expect(csvLine(['a,b', 'say "yes"', 'two\nlines', null, '', 7])).toBe(
    '"a,b","say ""yes""","two\nlines",,"",7\r\n',
  )
})

test('a name that a spreadsheet would take for a formula is text', () => {
  expect(csvLine(['=HYPERLINK("http://evil.example")', '@sum', -1])).toBe(
    `"'=HYPERLINK(""http://evil.example"")","'@sum",-1\r\n`,
  )
})

test.each(['plain', 'well-known', 'a = b', 'a, b; c', 'x@example.org', 'two\nlines', '(+41)'])(
  '%j stays as it is',
  (value) => expect(csvLine([value])).toBe(`"${value}"\r\n`),
)

const read = `
import csv, json, sys
print(json.dumps([[cell for d in ",;\\t" for row in csv.reader(text.splitlines(True), delimiter=d) for cell in row] for text in json.load(sys.stdin)]))`
/** Of each text all cells that a program finds which separates by commas, semicolons or tabs. */
const cellsOf = (texts: string[]): string[][] =>
  JSON.parse(execFileSync('python3', ['-c', read], { input: JSON.stringify(texts) }).toString())

const formulas = [
  '=1+1',
  ' =1+1',
  '\n=1+1',
  '\t=1+1',
  '\r=1+1',
  '\u00A0@sum',
  '\uFEFF=1',
  '\u200B=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠sum',
  '\u3000＝1+1',
  '\u3000\u3000－1',
  'A;=1+1',
  'A;+1',
  'A;-1',
  'A;@sum',
  'A; =1',
  'A;\u00A0＝1',
  'A;;=1',
  'A;\n=1',
  'A;"=1+1"',
  'A\t=1+1',
  'A\t\t＠sum',
  'A\n=1+1',
  'A\r\n@sum',
  'A\n\n -1',
  'A,B;=1',
  '";=1',
  'A";"=1',
]
const lines = formulas.map((value) => csvLine([1, value, 'between', value, '']))
const found = cellsOf(lines)

test.each(formulas.map((value, i) => [value, found[i] ?? []] as const))(
  'no cell of %j begins a formula, whatever separates cells',
  (_, cells) => {
    const isFormula = (cell: string) => /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell)
    expect(cells.length).toBeGreaterThan(5)
    expect(cells.filter(isFormula)).toEqual([])
  },
)

test('a text of blanks and separators takes linear time', async () => {
  for (const part of ['\n', ' ', ';', '"', '; '])
    await expectCpuBelow(1000, () => csvLine([part.repeat(100_000)]), part)
})
