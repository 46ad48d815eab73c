import { expect, it } from 'vitest'
import { addressOf, canonicalOf, readSearch, samePlace } from './job-search.ts'

const canonical = (query: string) => canonicalOf(readSearch(new URLSearchParams(query)))

it.each([
  ['q=K%C3%96LN', '/jobs?q=koln'],
  ['q=creme+br%C3%BBl%C3%A9e&page=2', '/jobs?page=2&q=creme+brulee'],
  // The search does not fold accents of other scripts: these are different words.
  ['q=%D0%B9%D0%BE%D0%B4', `/jobs?${new URLSearchParams({ q: 'йод' })}`],
  ['q=%E0%A4%B9%E0%A4%BF%E0%A4%A8', `/jobs?${new URLSearchParams({ q: 'हिन' })}`],
  ['page=3', '/jobs?page=3'],
  ['', '/jobs'],
])('canonicalOf maps %j to %s', (query, address) => {
  expect(canonical(query)).toBe(address)
})

it('addressOf keeps the search from page to page', () => {
  const search = readSearch(new URLSearchParams('q=a%26b&location=C%2B%2B&page=2'))
  const next = addressOf({ ...search, page: search.page + 1 })
  expect(readSearch(new URL(next, 'http://site').searchParams)).toEqual({ ...search, page: 3 })
})

it('samePlace ignores case in ASCII only, like the database', () => {
  expect(samePlace('Port Ellery', 'PORT ellery')).toBe(true)
  expect(samePlace('Évora', 'évora')).toBe(false)
})
