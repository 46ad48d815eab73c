import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('a filter reads in the address as a person would write it', () => {
  expect(stringifySearch({ status: 'pending', job_id: 3, q: '2024' })).toBe(
    '?status=pending&job_id=3&q=2024',
  )
})

test('what is not set does not stand in the address', () => {
  expect(stringifySearch({ status: undefined, q: '' })).toBe('')
})

test('a search for anything comes back as it was typed', () => {
  const search = { q: 'R&D "500 %" = ünïcode + 1', page: '2' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})
