import { describe, expect, test } from 'vitest'
import {
  byFilter,
  type FilterKind,
  filterNames,
} from '#api/hiring/applications/contract/filters.ts'
import { bulkFilterOf, otherFilters, queryOf } from './filter-queries.ts'
import { isFiltered, readFilters, toSearch } from './filters.ts'

test('an empty query lists everything, newest first', () => {
  const filters = readFilters({})
  const defaults = { status: 'all', job_id: 'all', q: '', sort: '-created_at', page: 1 }
  expect(filters).toEqual({ ...defaults, answers: {} })
  expect(isFiltered(filters)).toBe(false)
  expect(toSearch(filters)).toEqual({})
})

test('filters survive a round trip through the URL, with numbers as text or not', () => {
  const search = { status: 'pending', job_id: 3, q: '2026', sort: 'name', page: 2 }
  expect(toSearch(readFilters(search))).toEqual(search)
  expect(toSearch(readFilters({ ...search, job_id: '3', q: 2026, page: '2' }))).toEqual(search)
})

test('answers to the questions of a job are filters; without a job they are not', () => {
  const search = { job_id: 3, answer_12: 'At once', answer_7: 'yes' }
  expect(toSearch(readFilters(search))).toEqual(search)
  const { job_id: _, ...answers } = search
  expect(readFilters(answers).answers).toEqual({})
  expect(readFilters({ job_id: 3, answer_x: 'a', answer_0: 'b', answer_5: '' }).answers).toEqual({})
})

test('tags are a list in one parameter', () => {
  expect(readFilters({ tags: 4 }).tags).toEqual([4])
  expect(toSearch(readFilters({ tags: '4,7' }))).toEqual({ tags: '4,7' })
  expect(isFiltered(readFilters({ tags: '4' }))).toBe(true)
  expect(toSearch(readFilters({ tags: '4,x' }))).toEqual({})
})

test('invalid query parameters are ignored', () => {
  const nonsense = {
    withdrawn: 'yes',
    verdict: '5',
    interview: 'booked',
    applied_from: 'soon',
    decided_to: '0-days-ago',
    keep: 'false',
    status: 'hired',
    job_id: '-1',
    q: { a: 1 },
    sort: 'phone',
    page: '0',
  }
  expect(toSearch(readFilters(nonsense))).toEqual({})
  expect(readFilters({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

test('sort and page do not count as filters', () => {
  expect(isFiltered(readFilters({ sort: 'name', page: 3 }))).toBe(false)
  expect(isFiltered(readFilters({ q: 'mira' }))).toBe(true)
  expect(isFiltered(readFilters({ withdrawn: 'false' }))).toBe(true)
  expect(isFiltered(readFilters({ keep: 'true' }))).toBe(true)
})

describe('queries', () => {
  const byKind = byFilter({
    only: ['true', true],
    either: ['false', false],
    steps: ['5', [5]],
    tags: ['4,7', [4, 7]],
    verdict: ['3', 3],
    interview: ['upcoming', 'upcoming'],
    source: ['linkedin.com', 'linkedin.com'],
    reason: ['3', 3],
    day: ['2026-01-31', '2026-01-31'],
  } satisfies Record<FilterKind, [string, unknown]>)
  const parameters = Object.fromEntries(filterNames.map((name) => [name, byKind[name][0]]))
  const values = Object.fromEntries(filterNames.map((name) => [name, byKind[name][1]]))
  /** Each filter set, to something other than its default. */
  const set = readFilters({
    status: 'pending',
    job_id: '3',
    q: 'Mira',
    ...parameters,
    answer_1: 'yes',
  })

  test('every filter is in the address, the query of the list, of the counts, and of a bulk action', () => {
    const query = { ...parameters, job_id: '3', q: 'Mira', answer_1: 'yes' }
    expect(toSearch(set)).toEqual({ ...query, status: 'pending', job_id: 3 })
    expect(queryOf(set)).toEqual({ ...query, status: 'pending' })
    expect(otherFilters(set)).toEqual(query)
    expect(bulkFilterOf(set)).toEqual({
      ...values,
      status: 'pending',
      job_id: 3,
      q: 'Mira',
      answers: { 1: 'yes' },
    })
  })

  test('without filters, a query asks for all applications', () => {
    expect(otherFilters(readFilters({}))).toEqual({ job_id: 'all', q: '' })
    expect(bulkFilterOf(readFilters({}))).toEqual({
      status: 'all',
      job_id: 'all',
      q: '',
      answers: {},
    })
  })
})
