import { z } from 'zod'

/** A number in an address, from 1. */
export const count = (name: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} must be a number from 1 to ${max}`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `${name} must be a number from 1 to ${max}`)
    .meta({ type: 'integer', minimum: 1, maximum: max })

/** Maximum length of a staff search, in characters. */
export const maxSearch = 200

/** A staff search. */
export const staffSearch = z
  .string('Must be text')
  .trim()
  .max(maxSearch, `Must be at most ${maxSearch} characters`)
  .default('')

const defaultPerPage = 100

/** The query of every list that can grow: pages count from 1. */
export const paging = {
  page: count('page', 100_000_000).default(1),
  per_page: count('per_page', 500).default(defaultPerPage),
}
