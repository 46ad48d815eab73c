import { expect, test } from 'vitest'
import { maxSearch } from '#api/core/http/contract/paging.ts'
import { readFilters } from './queries.ts'

test('a search of the maximum length is kept', () => {
  const q = 'x'.repeat(maxSearch)
  expect(readFilters({ q }).q).toBe(q)
})
