import { expect, test } from 'vitest'
import { checkIdempotencyKey } from './idempotency-key.ts'

test.each(['', ' ', 'a b', 'a\n', 'é', 'a'.repeat(201)])('%j is no key', (header) => {
  expect(() => checkIdempotencyKey(header)).toThrow(expect.objectContaining({ status: 400 }))
})
