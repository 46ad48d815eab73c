import type { z } from 'zod'
import { factorProblem, failure, problem } from '#api/core/http/contract/problem-row.ts'
import { jsonContent } from './schema-options.ts'

const refusal = (
  description: string,
  headers?: Record<string, string>,
  schema: z.ZodType = problem,
) => ({
  description,
  ...(headers && {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [
        name,
        { description: text, required: true, schema: { type: 'string' as const } },
      ]),
    ),
  }),
  content: jsonContent(schema),
})

const retry = { 'Retry-After': 'Seconds to wait.' }

/** The refusals that many operations share, by component name. */
export const responses = {
  Invalid: refusal('Something in the request is not right; `details` says what.'),
  SignedOut: refusal('Nobody is signed in, or the session has ended.', undefined, factorProblem),
  Forbidden: refusal(
    'The permission is missing, or a rule forbids it, or two-step sign-in has to be set up first.',
    undefined,
    factorProblem,
  ),
  NotFound: refusal('There is no such thing, or it is not for you to see.'),
  Conflict: refusal('It would break a rule of uniqueness or state.'),
  Gone: refusal('It existed and is gone.'),
  TooLarge: refusal('The body is too large.'),
  WrongType: refusal('The body has the wrong content type.'),
  Locked: refusal('The virus scanner has not found the file clean yet.', retry),
  TooManyTries: refusal('Too many tries.', retry),
  Maintenance: refusal('The site is in maintenance, or its database or files are away.', retry),
  Failure: {
    description:
      'The machine failed: 500 is a bug, 503 that database or files are away, 507 a full disk. Nothing was stored.',
    content: jsonContent(failure),
  },
}
