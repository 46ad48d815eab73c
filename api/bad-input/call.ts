import type { z } from 'zod'
import type { Name } from '#scripts/testing/world.ts'
import type { Field, Kind } from './values.ts'

export type Call = {
  /** The caller; a visitor by default. */
  as?: Name
  schema: z.ZodObject
  fields: Record<string, Field>
  /** A valid body, different each time, and the status of its response. */
  good: (unique: number) => Record<string, unknown>
  status: number
  /** Fields are optional: the call updates a row. */
  partial?: true
}

/** A field that must be sent; `max` is in characters. */
export const field = (kind: Kind, max?: number): Field => ({ kind, ...(max && { max }) })
export const optional = (kind: Kind, max?: number): Field => ({
  ...field(kind, max),
  optional: true,
})

export const person = {
  first_name: field('line', 100),
  last_name: field('line', 100),
  email: field('email', 254),
}
export const updated_at = field('time')
