import type { z } from 'zod'
import type { Name } from '#scripts/testing/world.ts'
import type { Field, Kind } from './values.ts'

export type Call = {
  /** Who may make it; nobody is a visitor. */
  as?: Name
  schema: z.ZodObject
  fields: Record<string, Field>
  /** A body that is right, different each time; what it is answered with. */
  good: (unique: number) => Record<string, unknown>
  status: number
  /** Fields may be left out: the call changes what there is. */
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
