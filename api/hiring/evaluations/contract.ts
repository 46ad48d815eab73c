import { z } from 'zod'
import { line, lines } from '#api/core/http/contract/fields.ts'
import { maxCriterion, maxEvaluation, verdicts } from './contract/verdict.ts'

/** Those of the job, and those that it had. */
const maxScored = 20
const whichVerdict = 'Choose a verdict from 1 (strong no) to 4 (strong yes)'
const whichScore = 'Must be a score from 1 to 4, or null'

const scored = z
  .array(
    z.strictObject(
      {
        name: line(maxCriterion, 'Name the criterion'),
        score: z
          .literal([...verdicts], whichScore)
          .nullable()
          .default(null),
      },
      'Must be an object with name and score',
    ),
    'Must be a list of criteria with their scores',
  )
  .max(maxScored, `Score at most ${maxScored} criteria`)
  .check(({ value, issues }) => {
    for (const [index, { name }] of value.entries())
      if (value.findIndex((one) => one.name === name) < index)
        issues.push({
          code: 'custom',
          path: [index, 'name'],
          message: 'This criterion is in the list already',
          input: name,
        })
  })

export const evaluation = z
  .strictObject(
    {
      verdict: z
        .literal([...verdicts], whichVerdict)
        .nullable()
        .default(null),
      text: lines(maxEvaluation, 'Must be text').default(''),
      criteria: scored.default([]),
      waived: z.boolean('Must be true or false').default(false).meta({
        description:
          'True without a verdict: see the evaluations of others before giving one’s own.',
      }),
      // Of the row as it was read.
      updated_at: z.unknown().optional().meta({ description: 'Ignored.' }),
      given: z.unknown().optional().meta({ description: 'Ignored.' }),
      expected: z.unknown().optional().meta({ description: 'Ignored.' }),
    },
    'Must be an object with a verdict',
  )
  .check(({ value, issues }) => {
    const { verdict, text, criteria, waived } = value
    const isWritten = text !== '' || criteria.some(({ score }) => score !== null)
    if (verdict === null && (!waived || isWritten))
      issues.push({ code: 'custom', path: ['verdict'], message: whichVerdict, input: verdict })
  })

export type EvaluationInput = z.output<typeof evaluation>
