import { z } from 'zod'
import { day, flag } from '#api/core/http/contract/fields.ts'
import { maxSource } from '#api/website/visits/contract.ts'
import { type Verdict, verdicts } from '../../evaluations/contract/verdict.ts'
import { tagIds } from '../../tags/contract/ids.ts'
import { maxTags } from '../../tags/contract/limits.ts'
import {
  applicationFilters,
  byFilter,
  type FilterKind,
  type FilterName,
  type Interview,
} from './filters.ts'

const numbers = (ids: string) => ids.split(',').map(Number)

const whichVerdict = 'Must be a verdict from 1 (strong no) to 4 (strong yes)'

/** The day after it must be one of four digits too. */
const dayOfFilter = day.refine((date) => date < '9999', 'Must be a date like 2026-03-31')

export const whichJob = 'Must be a job id or all'

const whichSteps = 'Must be ids of steps, or none'

const sourceOfFilter = z
  .string('Must be text')
  .trim()
  .min(1, 'Must be a source')
  .max(maxSource, `Must be at most ${maxSource} characters`)
  .toLowerCase()

const interviewOf = z.enum(
  ['upcoming', 'proposed', 'none'] satisfies Interview[],
  'Must be upcoming, proposed or none',
)

const parameters = byFilter({
  only: z
    .literal('true', 'Must be true')
    .transform(() => true as const)
    .optional(),
  either: z
    .enum(['true', 'false'], 'Must be true or false')
    .transform((value) => value === 'true')
    .optional(),
  steps: z
    .union(
      [
        z.literal('none'),
        z
          .string()
          .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,499}$/, whichSteps)
          .transform(numbers),
      ],
      { error: whichSteps },
    )
    .optional(),
  tags: z
    .array(
      z
        .string()
        .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, 'Must be ids of tags')
        .transform(numbers),
    )
    .max(maxTags, `At most ${maxTags} tags`)
    .default([]),
  verdict: z
    .enum(['1', '2', '3', '4'], whichVerdict)
    .transform((verdict) => Number(verdict) as Verdict)
    .optional(),
  interview: interviewOf.optional(),
  source: sourceOfFilter.optional(),
  reason: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Must be the id of a reason')
    .transform(Number)
    .optional(),
  day: dayOfFilter.optional(),
} satisfies Record<FilterKind, z.ZodType>)

/** The filters as query parameters. */
export const filterParameters = Object.fromEntries(
  Object.entries(parameters).map(([name, schema]) => {
    const { description } = applicationFilters[name as FilterName]
    return [name, (schema as z.ZodType).meta({ description })]
  }),
) as typeof parameters

/** The same as fields of JSON. */
export const filterFields = byFilter({
  only: flag.transform((isOn) => isOn || undefined).optional(),
  either: flag.optional(),
  steps: z
    .union(
      [
        z.literal('none'),
        z
          .int(whichSteps)
          .positive(whichSteps)
          .transform((id) => [id]),
        z
          .array(z.int(whichSteps).positive(whichSteps), whichSteps)
          .min(1, whichSteps)
          .max(500, 'Must be at most 500 steps'),
      ],
      whichSteps,
    )
    .optional(),
  tags: tagIds.optional(),
  verdict: z.literal([...verdicts], whichVerdict).optional(),
  interview: interviewOf.optional(),
  source: sourceOfFilter.optional(),
  reason: z.int('Must be the id of a reason').positive('Must be the id of a reason').optional(),
  day: dayOfFilter.optional(),
} satisfies Record<FilterKind, z.ZodType>)
