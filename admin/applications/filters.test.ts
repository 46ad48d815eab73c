import { describe, expect, test } from 'vitest'
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
  /** Each filter set, to something other than its default. */
  const set = readFilters({
    status: 'pending',
    job_id: '3',
    step_id: '5',
    tags: '4,7',
    q: 'Mira',
    unread: 'true',
    unread_messages: 'true',
    waiting: 'true',
    due: 'true',
    step_due: 'true',
    keep: 'true',
    mine: 'true',
    withdrawn: 'false',
    answer_1: 'yes',
  })
  const all = {
    unread: 'true',
    unread_messages: 'true',
    waiting: 'true',
    due: 'true',
    step_due: 'true',
    keep: 'true',
    mine: 'true',
  }

  test('every filter is in the query of the list, of the counts, and of a bulk action', () => {
    const query = {
      ...all,
      job_id: '3',
      step_id: '5',
      tags: '4,7',
      q: 'Mira',
      withdrawn: 'false',
      answer_1: 'yes',
    }
    expect(queryOf(set)).toEqual({ ...query, status: 'pending' })
    expect(otherFilters(set)).toEqual(query)
    expect(bulkFilterOf(set)).toEqual({
      status: 'pending',
      job_id: 3,
      step_id: [5],
      tags: [4, 7],
      q: 'Mira',
      unread: true,
      unread_messages: true,
      waiting: true,
      due: true,
      step_due: true,
      keep: true,
      mine: true,
      withdrawn: false,
      answers: { 1: 'yes' },
    })
    // One that is added later has to be here too.
    const { sort: _, page: __, answers: ___, ...filters } = set
    expect(Object.keys(filters).filter((name) => !(name in bulkFilterOf(set)))).toEqual([])
    expect(Object.values(filters)).not.toContain(undefined)
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
