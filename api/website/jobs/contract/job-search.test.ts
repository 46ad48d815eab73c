import { expect, it } from 'vitest'
import { addressOf, canonicalOf, readSearch } from './job-search.ts'

const canonical = (query: string) => canonicalOf(readSearch(new URLSearchParams(query)))

it.each([
  ['q=K%C3%96LN', '/jobs?q=koln'],
  ['q=creme+br%C3%BBl%C3%A9e&page=2', '/jobs?page=2&q=creme+brulee'],
  // The search does not fold accents of other scripts: these are different words.
  ['q=%D0%B9%D0%BE%D0%B4', `/jobs?${new URLSearchParams({ q: 'йод' })}`],
  ['q=%E0%A4%B9%E0%A4%BF%E0%A4%A8', `/jobs?${new URLSearchParams({ q: 'हिन' })}`],
  ['page=3', '/jobs?page=3'],
  ['location=Basel&place=Aarau&page=2', '/jobs?page=2&place=aarau&place=basel'],
  ['type=part_time&type=FULL_TIME&type=PART_TIME', '/jobs?type=FULL_TIME&type=PART_TIME'],
  ['workplace=Remote&workplace=office&type=toString', '/jobs?workplace=remote'],
  ['team=Sales&team=%20SALES%20&team=&q=a', '/jobs?q=a&team=sales'],
  ['place=Port++Ellery&place=%C3%89VORA', '/jobs?place=port+ellery&place=%C3%A9vora'],
  ['', '/jobs'],
])('canonicalOf maps %j to %s', (query, address) => {
  expect(canonical(query)).toBe(address)
})

it('addressOf keeps the search from page to page', () => {
  const search = readSearch(
    new URLSearchParams(
      'q=a%26b&team=R%26D&place=C%2B%2B&place=D&type=INTERN&workplace=remote&page=2',
    ),
  )
  const next = addressOf({ ...search, page: search.page + 1 })
  expect(readSearch(new URL(next, 'http://site').searchParams)).toEqual({ ...search, page: 3 })
})

it('readSearch bounds the values of each filter in number and length', () => {
  const many = Array.from({ length: 50 }, (_, n) => `team=${'x'.repeat(400)}&team=${n}&place=${n}`)
  const { team, place } = readSearch(new URLSearchParams(many.join('&')))
  expect([team.length, place.length]).toEqual([20, 20])
  expect(Math.max(...team.map(({ length }) => length))).toBeLessThanOrEqual(80)
})
