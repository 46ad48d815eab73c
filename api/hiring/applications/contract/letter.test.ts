import { expect, test } from 'vitest'
import { letterError, maxLetter, minLetter } from './letter.ts'

test('a letter of exactly 400 characters is long enough, one of 399 is told its length', () => {
  expect(minLetter).toBe(400)
  expect(letterError('a'.repeat(400))).toBeUndefined()
  expect(letterError('a'.repeat(399))).toEqual({
    key: 'letterTooShort',
    values: { min: 400, length: 399 },
  })
})

test('a letter of 20,000 characters is short enough, one more is not', () => {
  expect(letterError('a'.repeat(maxLetter))).toBeUndefined()
  expect(letterError('a'.repeat(maxLetter + 1))).toEqual({
    key: 'letterTooLong',
    values: { max: 20_000, length: 20_001 },
  })
})

test.each(['', '<p></p>', ' &nbsp;\u200B ', '<p><br></p>'])('%j is no letter', (html) => {
  expect(letterError(html)).toEqual({ key: 'letterRequired' })
})

test('markup does not make a letter longer, nor an emoji shorter', () => {
  expect(letterError(`<p><strong>${'a'.repeat(399)}</strong></p>`)).toMatchObject({
    values: { length: 399 },
  })
  expect(letterError(`<p>${'🥖'.repeat(399)}</p>`)).toMatchObject({ values: { length: 399 } })
  expect(letterError(`<p>${'🥖'.repeat(400)}</p>`)).toBeUndefined()
})
