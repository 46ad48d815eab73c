import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('commas, quotes and line breaks stay within their cell', () => {
  expect(csvLine(['a,b', 'say "yes"', 'two\nlines', null, 7])).toBe(
    '"a,b","say ""yes""","two\nlines",,7\r\n',
  )
})

test('a name that a spreadsheet would take for a formula is text', () => {
  expect(csvLine(['=HYPERLINK("http://evil.example")', '@sum', -1])).toBe(
    `"'=HYPERLINK(""http://evil.example"")",'@sum,-1\r\n`,
  )
})

test.each(['＝1+1', '＋1', '－1', '＠sum', ' =1+1', '\u3000＝1+1', '\u00A0@sum'])(
  'a cell that begins with a full-width or indented formula character is text: %j',
  (value) => expect(csvLine([value])).toBe(`'${value}\r\n`),
)
