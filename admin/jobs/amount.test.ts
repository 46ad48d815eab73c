import { expect, test } from 'vitest'
import { typedAmount } from './amount.ts'

test.each([
  ['', null],
  [' ', null],
  ['48000', 48_000],
  ['48,000', 48_000],
  ['48 000', 48_000],
  ['48.000', 48_000],
  ['48’000', 48_000],
  ['€48,000', 48_000],
  ['1,250,000', 1_250_000],
  ['48,000.50', 48_000.5],
  ['15.60', 15.6],
  ['15,60', 15.6],
  ['-1', -1],
  ['a lot', 'a lot'],
  ['40k', '40k'],
  [48_000, 48_000],
  [null, null],
])('typed pay %j is %j', (typed, amount) => {
  expect(typedAmount(typed)).toBe(amount)
})
