import { expect, test } from 'vitest'
import { neighbours } from './last-list.ts'

test('an application has its neighbors in the last list', () => {
  expect(neighbours([5, 9, 2], 9)).toEqual({ previous: 5, next: 2 })
  expect(neighbours([5, 9, 2], 5)).toEqual({ next: 9 })
  expect(neighbours([5, 9, 2], 2)).toEqual({ previous: 9 })
})

test('an application outside the last list has no neighbors', () => {
  expect(neighbours([5, 9], 7)).toEqual({})
})
