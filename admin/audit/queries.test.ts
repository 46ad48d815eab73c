import { expect, test } from 'vitest'
import { longestSearch } from '#api/http/contract/paging.ts'
import { readFilters } from './queries.ts'

test('all that the search box takes narrows the trail', () => {
  const q = 'x'.repeat(longestSearch)
  expect(readFilters({ q }).q).toBe(q)
})
