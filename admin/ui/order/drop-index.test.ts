import { expect, test } from 'vitest'
import { dropIndex } from './drop-index.ts'

const middles = [50, 150, 250]

test.each([
  [0, 40, 0],
  [0, 60, 0],
  [0, 160, 1],
  [0, 999, 2],
  [2, 160, 2],
  [2, 140, 1],
  [2, -5, 0],
  [1, 149, 1],
])('an item dragged from %i to height %i goes to %i', (from, y, to) => {
  expect(dropIndex(middles, from, y)).toBe(to)
})
