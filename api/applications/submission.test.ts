import { expect, test } from 'vitest'
import { checkIdempotencyKey, contentKey, rejectCrossSite, senderKey } from './submission.ts'

const asked = (headers: Record<string, string>, host?: string) => () =>
  rejectCrossSite(new Request('http://localhost:4321/api/x', { method: 'POST', headers }), host)

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

const mira = { job_id: '1', email: 'mira@example.org' }

test('a key is the same for the same header, person and job, and never the header itself', () => {
  expect(senderKey('a', mira)).toBe(senderKey('a', { ...mira, email: ' Mira@example.org' }))
  expect(senderKey('a', mira)).not.toBe(senderKey('b', mira))
  expect(senderKey('a', mira)).not.toBe(senderKey('a', { ...mira, email: 'ann@example.org' }))
  expect(senderKey('a', mira)).not.toBe(senderKey('a', { ...mira, job_id: '2' }))
  expect(senderKey('secret', mira)).not.toContain('secret')
})

test('the content is a key of its own kind', () => {
  const sent = (fields: Record<string, string>, sha256 = 'x') =>
    contentKey({
      fields,
      files: new Map([['resume', { path: '', name: 'cv.pdf', size: 1, sha256 }]]),
    })
  expect(sent(mira)).toBe(sent({ ...mira }))
  expect(sent(mira)).not.toBe(sent({ ...mira, phone: '1' }))
  expect(sent(mira)).not.toBe(sent(mira, 'y'))
  expect(sent(mira)).not.toBe(senderKey('a', mira))
})

test.each(['', ' ', 'a b', 'a\n', 'é', 'a'.repeat(201)])('%j is no key', (header) => {
  expect(() => checkIdempotencyKey(header)).toThrow(expect.objectContaining({ status: 400 }))
})
