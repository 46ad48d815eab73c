import { z } from 'zod'

/** Rows count from 1. */
export const id = z.int().positive()

export const count = z.int().nonnegative()

/** A moment in UTC, to the millisecond. */
export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' })

/** Sanitized HTML: paragraphs, headings, lists, links, figures; our color and alignment classes. */
export const html = z.string().meta({ contentMediaType: 'text/html' })
