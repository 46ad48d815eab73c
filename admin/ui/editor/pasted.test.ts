import { expect, it } from 'vitest'
import { preparePasted } from './pasted.ts'

it('preparePasted renames style and event handler attributes and keeps the text', () => {
  const pasted =
    '<style>p{color:red}</style><p style="color:red" onclick="x()">style="a" onclick=b</p>'
  expect(preparePasted(pasted)).toBe(
    '<p data-style="color:red" data-on="x()">style="a" onclick=b</p>',
  )
})

it('preparePasted turns table rows into blocks with spaces between their cells', () => {
  expect(preparePasted('<table><tr><td>a</td><td>b</td></tr></table>')).toBe(
    '<div><div><span>a </span><span>b </span></div></div>',
  )
})

it.each([
  [
    'paragraphs in cells, as in Word and Google Docs',
    '<table class=MsoTable><tbody><tr><td><p class=MsoNormal>Apprentice</p></td><td><p>Year 1</p></td></tr><tr><td><p>Pay</p></td><td><p>900</p></td></tr></tbody></table>',
    ['Apprentice Year 1', 'Pay 900'],
  ],
  [
    'several paragraphs, headings and lists in one cell',
    '<table><tr><th><h2>Shifts</h2><p>a week</p></th><td><ul><li>early</li><li>late</li></ul></td></tr></table>',
    ['Shifts a week early late'],
  ],
  [
    'a table in a cell',
    '<table><tr><td>a<table><tr><td>b</td></tr><tr><td><p>c</p></td></tr></table></td><td>d</td></tr><tr><td>e</td></tr></table><p>f</p>',
    ['a b c d', 'e', 'f'],
  ],
  [
    'cells and rows that nothing ends',
    '<table><caption>Pay</caption><tr><td><p>a<td>b<tr><td>c</table><p>d</p><p>e</p>',
    ['Pay', 'a b', 'c', 'd', 'e'],
  ],
  ['rows without their table', '<tr><td><p>a</p></td><td>b</td></tr><p>c</p>', ['a b', 'c']],
])('preparePasted makes a line of each row: %s', (_, html, lines) => {
  const prepared = preparePasted(html)
  expect(prepared).not.toMatch(/<(?:t[dhr]|table)/)
  const found = prepared
    .replace(/<span[^>]*>/g, ' ')
    .split(/<\/?(?:div|p)\b[^>]*>/)
    .map((line) =>
      line
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
  expect(found).toEqual(lines)
})
