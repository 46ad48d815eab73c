import { z } from 'zod'
import { Problem } from '../http/problem.ts'

export const idempotencyKey = {
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(200)
    .regex(/^[!-~]+$/)
    .optional()
    .meta({
      description: 'With the same key again, the first answer is repeated and nothing stored.',
    }),
}

/** Throws 400 for an invalid or too long key. */
export function checkIdempotencyKey(header: string | undefined) {
  if (header !== undefined && !/^[\x21-\x7e]{1,200}$/.test(header))
    throw new Problem(400, 'Idempotency-Key must be 1 to 200 visible ASCII characters')
}
