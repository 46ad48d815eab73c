import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { searchable, searchQuery } from './terms.ts'

test.each([
  ['', undefined],
  [' \n', undefined],
  ['baker', '"baker"*'],
  ['Night  Baker', '"night"* AND "baker"*'],
  ['Østergård', '"ostergård"*'],
  ['dan@example.org', '"dan@example.org"*'],
  ['say "hello"', '"say"* AND "hello"*'],
  ['a\u0000b', '"a"* AND "b"*'],
  ['-', '""'],
  ['part-time', '("part-time"* OR "parttime"*)'],
  ['O’Neil', '("o\'neil"* OR "oneil"*)'],
  ['工程师', '"工 程 师"*'],
  ['Java開発', '"java 開 発"*'],
  ['ＣＯＯＫ', '"cook"*'],
  ['ﾌﾟﾛｸﾞﾗﾏ', '"プ ロ グ ラ マ"*'],
  ['C++', '"c\uE003\uE003"*'],
  ['c#', '"c\uE004"*'],
  ['A+B', '"a+b"*'],
  ['.NET', '"\uE005net"*'],
  ['- * "', '""'],
])('%j is asked for as %j', (text, query) => {
  expect(searchQuery(text)).toBe(query)
})

test('a word that another one implies is not looked up', () => {
  expect(searchQuery('a an Anna')).toBe('"anna"*')
  expect(searchQuery('an an an')).toBe('"an"*')
  expect(searchQuery('bob bobby rob')).toBe('"bobby"* AND "rob"*')
})

test('of a long text the first sixteen words are looked up', () => {
  const words = Array.from({ length: 40 }, (_, n) => `${n + 10}x`)
  expect(searchQuery(words.join(' '))?.split(' AND ')).toHaveLength(16)
})

test('nobody can write the marks by which the index filters', () => {
  expect(searchable('\uE0007 \uE001selected \uF0B7 item')).toBe(' 7  selected   item')
  expect(searchQuery('\uE001selected')).toBe('"selected"*')
})

test.each(['a', 'a-', "o'", '程', 'a.b'])(
  '100 KB of %o are indexed in linear time',
  async (part) => {
    const text = part.repeat(100_000 / part.length)
    await expectCpuBelow(300, () => searchable(text))
  },
)

test('other letters and digits stay apart', () => {
  expect(searchable('٣')).not.toBe(searchable('٤'))
  expect(searchable('دار')).not.toBe(searchable('ذار'))
})
