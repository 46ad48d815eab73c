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
  ['0.500', 0.5],
  ['0,500', 0.5],
  ['1.750', 1750],
  ['48.000,50', 48_000.5],
  ['1,750.500', 1750.5],
  ['1.750,500', 1750.5],
  ['12,50,000', 1_250_000],
  ['1234,567', 1234.567],
  ['1,234,56', '1,234,56'],
  ['1,234.567,890', '1,234.567,890'],
  ['４８０００', 48_000],
  ['￥４８，０００．５０', 48_000.5],
  ['٤٨٬٠٠٠٫٥', 48_000.5],
  ['۴۸۰۰۰', 48_000],
  ['48²', '48²'],
  ['a lot', 'a lot'],
  ['40k', '40k'],
  [48_000, 48_000],
  [null, null],
])('typed pay %j is %j', (typed, amount) => {
  expect(typedAmount(typed)).toBe(amount)
})

test.each([
  ['15.125', 'KWD', 15.125],
  ['1.750', 'KWD', 1.75],
  ['1,750', 'KWD', 1750],
  ['1.750.000', 'KWD', 1_750_000],
  ['15.125', 'EUR', 15_125],
  ['15.125', 'JPY', 15_125],
])('typed pay %j in %s is %j', (typed, currency, amount) => {
  expect(typedAmount(typed, { currency })).toBe(amount)
})

test.each([
  0, 0.5, 1.75, 1.125, 15.125, 999.999, 1000, 48_000.5, 48_000.125, 0.0005, 1e-7, 1_000_000_000,
])('typed pay keeps the stored %j that its field shows', (value) => {
  for (const currency of [null, 'EUR', 'JPY', 'IQD', 'KWD'])
    expect(typedAmount(String(value), { value, currency })).toBe(value)
})
