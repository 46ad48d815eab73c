import type { jobs } from '../schema.ts'
import postings from './data/jobs.json' with { type: 'json' }

type Posting = Omit<typeof jobs.$inferInsert, 'description' | 'requirements'> & {
  description: string[]
  requirements?: string[]
  posted: number
  closed?: number
  closes_in?: number
}

/**
 * The demo's jobs; `posted` and `closed` count days before the seed, `closes_in` days after it, and
 * each text is a list of HTML parts.
 */
export const jobRows = (daysAgo: (days: number) => string) =>
  (postings as Posting[]).map(
    ({ posted, closed, closes_in, description, requirements, ...posting }) => ({
      ...posting,
      description: description.join(''),
      requirements: requirements?.join('') ?? null,
      created_at: daysAgo(posted),
      first_active_at: daysAgo(posted),
      closed_at: closed === undefined ? null : daysAgo(closed),
      closes_on: closes_in === undefined ? null : daysAgo(-closes_in).slice(0, 10),
      updated_at: daysAgo(closed ?? posted),
    }),
  )
