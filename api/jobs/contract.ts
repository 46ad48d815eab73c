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

/** How long what a visitor looks for may be, in characters. */
export const longest = { q: 100, location: 200 }

/** What a visitor looks for: words, each of which a job must hold, and one of the places where there are jobs. */
export const jobQuestion = { q: words(longest.q) }
export const jobFilter = { ...jobQuestion, location: words(longest.location) }

/** How much of a description a card on /jobs shows. */
export const cardExcerpt = 150
