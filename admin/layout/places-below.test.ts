import { expect, test } from 'vitest'
import { shareLines } from './places-below.ts'

test.each([
  ['all of both when there is room', 12, [3, 2], [3, 2]],
  ['five of each at most', 30, [9, 8], [5, 5]],
  ['as many of both when there is not', 4, [5, 5], [2, 2]],
  ['one filter more when lines are odd', 3, [5, 5], [2, 1]],
  ['the rest for the others when there are few of one', 4, [1, 5], [1, 3]],
  ['none without a line', 0, [2, 2], [0, 0]],
  ['none below a list that is too long already', -3, [2, 2], [0, 0]],
] as const)('%s', (_, lines, [filters, jobs], shown) => {
  expect(shareLines(lines, filters, jobs)).toEqual(shown)
})
