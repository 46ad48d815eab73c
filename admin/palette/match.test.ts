import { expect, test } from 'vitest'
import { matching } from './match.ts'

const screens = ['Applications', 'Appearance', 'Pages', 'Create New Page', 'Öffnungszeiten']
const found = (query: string) => matching(screens, query, (text) => text)

test('the beginning of the text comes before the beginning of a word and other places', () => {
  expect(found('page')).toEqual(['Pages', 'Create New Page'])
  expect(found('app')).toEqual(['Applications', 'Appearance'])
  expect(found('new')).toEqual(['Create New Page'])
})

test('letters in order match; letters in another order do not', () => {
  expect(found('aplcn')).toEqual(['Applications'])
  expect(found('xyz')).toEqual([])
  expect(found('segap')).toEqual([])
})

test('all words must match; accents and capitals do not matter', () => {
  expect(found('new cre')).toEqual(['Create New Page'])
  expect(found('new mail')).toEqual([])
  expect(found('OFFNUNG')).toEqual(['Öffnungszeiten'])
  expect(found('öff')).toEqual(['Öffnungszeiten'])
})

test('other names match from the beginning of a word, and before letters in order', () => {
  const items = [
    { label: 'Paint cutters', also: [] },
    { label: 'Images', also: ['Pictures', 'Old media'] },
  ]
  const labels = (query: string) =>
    matching(
      items,
      query,
      ({ label }) => label,
      ({ also }) => also,
    ).map(({ label }) => label)
  expect(labels('pict')).toEqual(['Images', 'Paint cutters'])
  expect(labels('media')).toEqual(['Images'])
  expect(labels('ictures')).toEqual([])
})
