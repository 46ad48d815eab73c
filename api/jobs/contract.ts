import { z } from 'zod'
import {
  basedOn,
  flag,
  line,
  optionalLine,
  optionalRichText,
  richText,
} from '../http/contract/fields.ts'

export const jobInput = z.strictObject({
  title: line(200, 'Job title is required'),
  description: richText('Job description is required'),
  requirements: optionalRichText,
  location: optionalLine(200),
  salary_range: optionalLine(200),
  is_active: flag.optional(),
})

export const jobChange = jobInput.partial().extend({ updated_at: basedOn })

const words = (max: number) =>
  z.string().trim().max(max, `Must be at most ${max} characters`).default('')

/** The maximum length of a search, in characters. */
export const longest = { q: 100, location: 200 }

/** A job search: words that must all match, and a location. */
export const jobQuestion = { q: words(longest.q) }
export const jobFilter = { ...jobQuestion, location: words(longest.location) }

/** How much of a description a card on /jobs shows. */
export const cardExcerpt = 150
