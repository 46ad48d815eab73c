import { expect, test } from 'vitest'
import { searchable, searchQuery } from './terms.ts'

test.each([
  ['', undefined],
  [' \n', undefined],
  ['baker', '"baker"*'],
  ['Night  Baker', '"night"* "baker"*'],
  ['Østergård', '"ostergård"*'],
  ['dan@example.org', '"dan@example.org"*'],
  ['say "hello"', '"say"* "hello"*'],
  ['a\u0000b', '"a"* "b"*'],
  ['-', '""'],
  ['- * "', '""'],
])('%j is asked for as %j', (text, query) => {
  expect(searchQuery(text)).toBe(query)
})

test('a word that another one implies is not looked up', () => {
  expect(searchQuery('a an Anna')).toBe('"anna"*')
  expect(searchQuery('an an an')).toBe('"an"*')
  expect(searchQuery('bob bobby rob')).toBe('"bobby"* "rob"*')
})

test('nobody can write the marks by which the index filters', () => {
  expect(searchable('\uE0007 \uE001selected \uF0B7 item')).toBe(' 7  selected   item')
  expect(searchQuery('\uE001selected')).toBe('"selected"*')
})
