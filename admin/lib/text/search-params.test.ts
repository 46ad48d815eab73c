import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('stringifySearch writes plain values without JSON quotes', () => {
  expect(stringifySearch({ status: 'pending', job_id: 3, q: '2024' })).toBe(
    '?status=pending&job_id=3&q=2024',
  )
})

test('stringifySearch leaves out undefined and empty values', () => {
  expect(stringifySearch({ status: undefined, q: '' })).toBe('')
})

test('parseSearch restores special characters', () => {
  const search = { q: 'R&D "500 %" = ünïcode + 1', page: '2' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})
