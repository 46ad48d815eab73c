import { expect, test } from 'vitest'
import { longestSearch } from '#api/core/http/contract/paging.ts'
import { readFilters } from './queries.ts'

test('a search of the maximum length is kept', () => {
  const q = 'x'.repeat(longestSearch)
  expect(readFilters({ q }).q).toBe(q)
})
