import { z } from 'zod'
import { flag } from '#api/core/http/contract/fields.ts'
import { tagIds } from '../../tags/contract/ids.ts'
import { maxTags } from '../../tags/contract/limits.ts'
import { applicationFilters, byFilter, type FilterKind, type FilterName } from './filters.ts'

const numbers = (ids: string) => ids.split(',').map(Number)

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
          .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,499}$/)
          .transform(numbers),
      ],
      { error: 'Must be ids of steps, or none' },
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
          .int()
          .positive()
          .transform((id) => [id]),
        z.array(z.int().positive()).min(1).max(500),
      ],
      'Must be ids of steps, or none',
    )
    .optional(),
  tags: tagIds.optional(),
} satisfies Record<FilterKind, z.ZodType>)
