import { expect, test } from 'vitest'
import { idempotencyKey, refuseForeign } from './submission.ts'

const asked = (headers: Record<string, string>, host?: string) => () =>
  refuseForeign(new Request('http://localhost:4321/api/x', { method: 'POST', headers }), host)

test.each([
  [{}, undefined],
  [{ origin: 'http://localhost:4321' }, undefined],
  [{ origin: 'https://jobs.example', host: 'jobs.example' }, undefined],
  [{ origin: 'https://jobs.example', host: '127.0.0.1:4321' }, 'jobs.example'],
  [{ 'sec-fetch-site': 'same-origin' }, undefined],
  [{ 'sec-fetch-site': 'same-site' }, undefined],
])('a form of our own passes: %j behind %s', (headers, host) => {
  expect(asked(headers, host)).not.toThrow()
})

test.each([
  [{ origin: 'https://evil.example' }, undefined],
  [{ origin: 'null' }, undefined],
  [{ origin: '' }, undefined],
  [{ origin: 'http://localhost' }, undefined],
  [{ origin: 'http://localhost:4321.evil.example' }, undefined],
  [{ origin: 'https://jobs.example', host: 'jobs.example' }, 'other.example'],
  [{ 'sec-fetch-site': 'cross-site' }, undefined],
  [{ origin: 'http://localhost:4321', 'sec-fetch-site': 'cross-site' }, undefined],
])('a form of another website does not: %j behind %s', (headers, host) => {
  expect(asked(headers, host)).toThrow(expect.objectContaining({ status: 403 }))
})

test('a key is the same for the same header, and never the header itself', () => {
  expect(idempotencyKey('a')).toBe(idempotencyKey('a'))
  expect(idempotencyKey('a')).not.toBe(idempotencyKey('b'))
  expect(idempotencyKey('secret')).not.toContain('secret')
})

test('without a header the content is the key, if it is to be one', () => {
  expect(idempotencyKey(undefined)).toBeNull()
  expect(idempotencyKey(undefined, ['a', 1])).toBe(idempotencyKey(undefined, ['a', 1]))
  expect(idempotencyKey(undefined, ['a', 'b'])).not.toBe(idempotencyKey(undefined, ['ab']))
  expect(idempotencyKey('["a"]')).not.toBe(idempotencyKey(undefined, ['a']))
  expect(idempotencyKey('a', ['b'])).toBe(idempotencyKey('a', ['c']))
})

test.each(['', ' ', 'a b', 'a\n', 'é', 'a'.repeat(201)])('%j is no key', (header) => {
  expect(() => idempotencyKey(header)).toThrow(expect.objectContaining({ status: 400 }))
})
