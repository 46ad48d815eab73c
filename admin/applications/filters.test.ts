import { expect, test } from 'vitest'
import { isFiltered, readFilters, toSearch } from './filters.ts'

test('an empty query lists everything, newest first', () => {
  const filters = readFilters({})
  expect(filters).toEqual({ status: 'all', job_id: 'all', q: '', sort: '-created_at', page: 1 })
  expect(isFiltered(filters)).toBe(false)
  expect(toSearch(filters)).toEqual({})
})

test('filters survive a round trip through the URL, with numbers as text or not', () => {
  const search = { status: 'pending', job_id: 3, q: '2026', sort: 'name', page: 2 }
  expect(toSearch(readFilters(search))).toEqual(search)
  expect(toSearch(readFilters({ ...search, job_id: '3', q: 2026, page: '2' }))).toEqual(search)
})

test('invalid query parameters are ignored', () => {
  const nonsense = { status: 'hired', job_id: '-1', q: { a: 1 }, sort: 'phone', page: '0' }
  expect(toSearch(readFilters(nonsense))).toEqual({})
  expect(readFilters({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

test('sort and page do not count as filters', () => {
  expect(isFiltered(readFilters({ sort: 'name', page: 3 }))).toBe(false)
  expect(isFiltered(readFilters({ q: 'mira' }))).toBe(true)
})
