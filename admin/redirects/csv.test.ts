import { expect, test } from 'vitest'
import { readCsv, redirectsIn } from './csv.ts'

test.each([
  [
    '"from","to"\r\n"/a","/b"\r\n',
    [
      ['from', 'to'],
      ['/a', '/b'],
    ],
  ],
  [
    '\ufefffrom;to\n/a,b;/c\n',
    [
      ['from', 'to'],
      ['/a,b', '/c'],
    ],
  ],
  ['/a\t/b', [['/a', '/b']]],
  ['"/a ""x""",/b\n\n', [['/a "x"', '/b']]],
  ['"/a\nb",/c', [['/a\nb', '/c']]],
  ['', []],
])('%j is read', (text, rows) => expect(readCsv(text)).toEqual(rows))

test('a line of headings and further columns are left out', () => {
  expect(redirectsIn('from,to,hits\r\n/a , /b,3\r\n')).toEqual([{ from: '/a', to: '/b' }])
  expect(redirectsIn('/a,/b')).toEqual([{ from: '/a', to: '/b' }])
})

test('what is no CSV ends', () => {
  expect(readCsv('"/a').length).toBeLessThan(2)
  expect(readCsv(',"'.repeat(10_000)).length).toBeLessThan(20_000)
})
