import { expect, test } from 'vitest'
import { completed, soughtAt, suggested } from './mention.ts'

const ada = { id: 1, first_name: 'Ada', last_name: 'Admin' }
const rita = { id: 2, first_name: 'Rita', last_name: 'Reviewer' }

test.each([
  ['Ask @', ''],
  ['Ask @ad', 'ad'],
  ['Ask @Ada A', 'Ada A'],
  ['mira@example', undefined],
  ['Ask @ad. Or', undefined],
  ['No one', undefined],
])('%j seeks %j', (text, sought) => {
  expect(soughtAt(text, text.length)).toBe(sought)
})

test('names are suggested by their beginnings, until one is whole', () => {
  expect(suggested('', [ada, rita])).toEqual([ada, rita])
  expect(suggested('RE', [ada, rita])).toEqual([rita])
  expect(suggested('ada admin', [ada, rita])).toEqual([])
})

test('a chosen name replaces the typed letters', () => {
  expect(completed('Ask @ad please', 7, ada)).toEqual({ text: 'Ask @Ada Admin please', caret: 15 })
})
