import { z } from 'zod'
import type { ProblemBody } from './problem.ts'

const said = {
  error: z.string().min(1).meta({ description: 'The message to show to the user.' }),
  details: z
    .array(
      z.strictObject({
        path: z.array(z.union([z.string(), z.int()])).min(1),
        message: z.string().min(1),
      }),
    )
    .min(1)
    .max(20)
    .optional()
    .meta({
      description: 'Present when fields are invalid. `path` starts with the name of the field.',
    }),
}

export const problem = z.strictObject(said).meta({ ref: 'Problem' })

/** Also says when a code or the setup of two-step sign-in is required. */
export const factorProblem = z
  .strictObject({
    ...said,
    second_factor: z.literal(true).optional().meta({
      description:
        'On sign-in: the password is correct and a code or a passkey is required. On other routes: two-step sign-in must be set up first.',
    }),
    passkey: z.literal(true).optional().meta({
      description:
        'On sign-in, with `second_factor`: the user has a passkey. Without `details` no code is possible.',
    }),
  })
  .meta({ ref: 'FactorProblem' }) satisfies z.ZodType<ProblemBody>

/** A 500 also has the request id for the log. */
export const failure = z
  .strictObject({
    ...said,
    request_id: z.string().optional().meta({ description: 'On 500: the id of the log entry.' }),
  })
  .meta({ ref: 'Failure' }) satisfies z.ZodType<ProblemBody>

/** The change was based on an outdated row: `current` is the row as GET returns it. */
export const conflictWith = (row: z.ZodType) =>
  z.strictObject({
    ...said,
    current: row.optional(),
    changed_by: z
      .string()
      .optional()
      .meta({ description: 'For staff: who saved it last, where the audit trail tells.' }),
  })
