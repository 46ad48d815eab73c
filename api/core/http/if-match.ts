import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'

/** An ETag, which is weak after a proxy has compressed the response, or `*` (RFC 9110, 13.1.1). */
export const ifMatch = {
  'If-Match': z
    .string()
    .regex(/^(\*|(W\/)?"[\w:.-]{1,80}")$/)
    .optional(),
}

/** The ETag that a change is based on; undefined when it may be any. */
export function givenTag(c: Context): string | undefined {
  const given = c.req.header('if-match')?.replace(/^W\//, '')
  return given === '*' ? undefined : given
}

/** The ETag of what is given as text. */
export const tagOf = (state: string) =>
  `"${createHash('sha256').update(state).digest('base64url').slice(0, 22)}"`
