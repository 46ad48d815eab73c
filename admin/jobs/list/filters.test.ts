import { expect, test } from 'vitest'
import { isFiltered, readFilters, toSearch } from './filters.ts'

test('an empty query lists every job', () => {
  expect(toSearch(readFilters({}))).toEqual({})
  expect(isFiltered(readFilters({ page: '3' }))).toBe(false)
})

test('filters survive a round trip through the URL', () => {
  const search = {
    q: 'buoy',
    team: 'Software',
    type: 'INTERN',
    workplace: 'remote',
    place: 'Aarhus, Denmark',
    state: 'closed',
  }
  expect(toSearch(readFilters({ ...search, page: '2' }))).toEqual({ ...search, page: 2 })
  expect(isFiltered(readFilters({ state: 'closed' }))).toBe(true)
})

test('invalid query parameters are ignored', () => {
  const nonsense = { type: 'full time', workplace: 'moon', state: 'open', page: '0', q: ['a'] }
  expect(toSearch(readFilters(nonsense))).toEqual({})
  expect(readFilters({ q: 'x'.repeat(300) }).q).toHaveLength(100)
})
