import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { verdicts } from './verdict.ts'

const score = z.literal([...verdicts])
const verdict = score.meta({ description: '1 strong no, 2 no, 3 yes, 4 strong yes.' })
const waived = z.boolean().meta({
  description: 'They chose to see the evaluations of others before giving their own.',
})

/** One's own, also before there is one. */
export const ownEvaluationRow = z
  .strictObject({
    verdict: verdict.nullable().meta({ description: 'Null until it is given.' }),
    text: z.string(),
    criteria: z
      .strictObject({ name: z.string(), score: score.nullable() })
      .array()
      .meta({ description: 'The criteria of the job, and others that were scored earlier.' }),
    waived,
    given: count.meta({ description: 'How many evaluations there are, one’s own among them.' }),
    expected: count.meta({
      description:
        'How many active users are on the hiring team, and others who have evaluated it.',
    }),
    updated_at: time.nullable(),
  })
  .meta({ ref: 'OwnEvaluation' })
export type OwnEvaluation = z.output<typeof ownEvaluationRow>

export const evaluationRow = z
  .strictObject({
    id,
    user_id: id.nullable().meta({ description: 'Null once the account is deleted.' }),
    author_name: z.string(),
    verdict,
    text: z.string(),
    criteria: z.strictObject({ name: z.string(), score }).array(),
    waived,
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'Evaluation' })
