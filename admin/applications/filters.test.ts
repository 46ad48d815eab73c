import { expect, test } from 'vitest'
import { isFiltered, readFilters, toSearch } from './filters.ts'

test('an address without a query lists everything, newest first', () => {
  const filters = readFilters({})
  expect(filters).toEqual({ status: 'all', job_id: 'all', q: '', sort: '-created_at', page: 1 })
  expect(isFiltered(filters)).toBe(false)
  expect(toSearch(filters)).toEqual({})
})

test('an address survives being read and written, whether numbers come as text or not', () => {
  const search = { status: 'pending', job_id: 3, q: '2026', sort: 'name', page: 2 }
  expect(toSearch(readFilters(search))).toEqual(search)
  expect(toSearch(readFilters({ ...search, job_id: '3', q: 2026, page: '2' }))).toEqual(search)
})

test('whatever makes no sense in an address counts as not given', () => {
  const nonsense = { status: 'hired', job_id: '-1', q: { a: 1 }, sort: 'phone', page: '0' }
  expect(toSearch(readFilters(nonsense))).toEqual({})
  expect(readFilters({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

test('order and page narrow nothing', () => {
  expect(isFiltered(readFilters({ sort: 'name', page: 3 }))).toBe(false)
  expect(isFiltered(readFilters({ q: 'mira' }))).toBe(true)
})
