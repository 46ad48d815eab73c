import { expect, test } from 'vitest'
import { contentKey, senderKey } from './submission.ts'

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
