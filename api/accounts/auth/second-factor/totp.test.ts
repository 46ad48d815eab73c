import { afterEach, describe, expect, test, vi } from 'vitest'
import { base32, codeOf, newSecret, setUpAddress, stepAt, stepOf } from './totp.ts'

/** RFC 6238 appendix B, whose secret is this text. */
const secret = Buffer.from('12345678901234567890').toString('hex')

afterEach(() => vi.useRealTimers())

// The codes there have eight digits: the same number, of which ours are the last six.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('after %i seconds the code is that of RFC 6238', (seconds, code) => {
  expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code.slice(2))
})

// RFC 4226 appendix D.
test.each([
  [0, '755224'],
  [1, '287082'],
  [9, '520489'],
])('the code of counter %i is that of RFC 4226', (counter, code) => {
  expect(codeOf(secret, counter)).toBe(code)
})

test('a secret is written as apps read it, and each is another', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32(newSecret())).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})

test('the address names site and account, whatever they are called', () => {
  const url = new URL(setUpAddress(secret, 'Bread & Söhne: #1', 'mira+x@example.org'))
  expect(decodeURIComponent(url.pathname)).toBe('/Bread & Söhne: #1:mira+x@example.org')
  expect(url.searchParams.get('issuer')).toBe('Bread & Söhne: #1')
  expect(url.searchParams.get('secret')).toBe(base32(secret))
})

describe('a code is valid', () => {
  const at = 60_000_000
  test.each([
    [-2, undefined],
    [-1, at - 1],
    [0, at],
    [1, at + 1],
    [2, undefined],
  ])('that is %i steps off', (off, step) => {
    vi.useFakeTimers({ now: at * 30_000 + 15_000, toFake: ['Date'] })
    expect(stepOf(secret, codeOf(secret, at + off))).toBe(step)
  })

  test('only while no later one was used', () => {
    vi.useFakeTimers({ now: at * 30_000, toFake: ['Date'] })
    const code = codeOf(secret, at)
    expect(stepOf(secret, code, at - 1)).toBe(at)
    expect(stepOf(secret, code, at)).toBeUndefined()
    expect(stepOf(secret, code, at + 1)).toBeUndefined()
  })

  test.each(['', '1', '1234567', 'abcdef', '٠١٢٣٤٥', '\0'])('unlike %j', (given) => {
    expect(stepOf(secret, given)).toBeUndefined()
  })
})
