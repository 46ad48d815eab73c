import { expect, test } from 'vitest'
import { type LastList, neighbors, searchOf, withRowsAfter, withRowsBefore } from './last-list.ts'

const list: LastList = {
  search: { status: 'pending' },
  ids: [11, 12, 13],
  pages: [2, 2],
  before: 3,
  total: 9,
}

test('an application has its neighbors in the last list', () => {
  expect(neighbors([5, 9, 2], 9)).toEqual({ previous: 5, next: 2 })
  expect(neighbors([5, 9, 2], 5)).toEqual({ next: 9 })
  expect(neighbors([5, 9, 2], 2)).toEqual({ previous: 9 })
})

test('an application outside the last list has no neighbors', () => {
  expect(neighbors([5, 9], 7)).toEqual({})
})

test('rows that moved up because others left the filter follow the known ones', () => {
  expect(withRowsAfter(list, 2, [13, 14, 15])).toMatchObject({ ids: [11, 12, 13, 14, 15] })
  expect(withRowsAfter(list, 2, [14, 15, 16]).ids).toEqual([11, 12, 13, 14, 15, 16])
})

test('rows that arrived before the known ones are not appended', () => {
  expect(withRowsAfter(list, 2, [99, 11, 12]).ids).toEqual([11, 12, 13])
  expect(withRowsAfter(list, 3, [12, 13, 14])).toMatchObject({
    ids: [11, 12, 13, 14],
    pages: [2, 3],
  })
})

test('the page before comes before the known rows', () => {
  expect(withRowsBefore(list, [8, 9, 10])).toEqual({
    ...list,
    ids: [8, 9, 10, 11, 12, 13],
    pages: [1, 2],
    before: 0,
  })
})

test('the way back leads to the page of the list that has the application', () => {
  const both = withRowsBefore(list, [8, 9, 10])
  expect(searchOf(both, 9, 3)).toEqual({ status: 'pending' })
  expect(searchOf(both, 12, 3)).toEqual({ status: 'pending', page: 2 })
  expect(searchOf(list, 77, 3)).toEqual({ status: 'pending', page: 2 })
})
