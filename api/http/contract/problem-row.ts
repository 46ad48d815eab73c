import { z } from 'zod'
import type { ProblemBody } from './problem.ts'

const said = {
  error: z.string().min(1).meta({ description: 'A sentence for a person.' }),
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
    .meta({ description: 'There whenever a field is to blame, which `path` begins with.' }),
}

export const problem = z.strictObject(said).meta({ ref: 'Problem' })

/** Also tells when two-step sign-in must be set up. */
export const factorProblem = z
  .strictObject({
    ...said,
    second_factor: z.literal(true).optional().meta({
      description:
        'At sign-in: the password was right, and a code is asked for. Else: two-step sign-in has to be set up first.',
    }),
  })
  .meta({ ref: 'FactorProblem' }) satisfies z.ZodType<ProblemBody>

/** A 500 also has the request id for the log. */
export const failure = z
  .strictObject({
    ...said,
    request_id: z.string().optional().meta({ description: 'On 500: what the log calls it.' }),
  })
  .meta({ ref: 'Failure' }) satisfies z.ZodType<ProblemBody>

/** The change was based on an outdated row: `current` is the row as GET returns it. */
export const conflictWith = (row: z.ZodType) => z.strictObject({ ...said, current: row.optional() })
