import type { jobs } from '../schema.ts'
import postings from './data/jobs.json' with { type: 'json' }
import { figures, withoutFigures } from './pictures.ts'

type Posting = Omit<typeof jobs.$inferInsert, 'id' | 'description' | 'requirements'> & {
  id: number
  description: string[]
  requirements?: string[]
  posted: number
  closed?: number
  closes_in?: number
  opens_in?: number
}

/** The first ten are those that the tests know, without pictures. */
export const firstJobRows = (daysAgo: (days: number) => string) =>
  (postings as Posting[])
    .slice(0, 10)
    .map((posting) =>
      jobRow({ ...posting, description: withoutFigures(posting.description) }, daysAgo),
    )

export const jobRows = (daysAgo: (days: number) => string) =>
  (postings as Posting[]).map(({ location, ...posting }) => ({
    ...jobRow({ ...posting, description: figures(posting.description) }, daysAgo),
    // Words of their own for a place that has an address would be one more place to choose.
    location: posting.places ? null : (location ?? null),
  }))

/**
 * `posted` and `closed` count days before the seed, `opens_in` and `closes_in` days after it, and
 * each text is a list of HTML parts.
 */
function jobRow(
  { posted, closed, closes_in, opens_in, description, requirements, ...posting }: Posting,
  daysAgo: (days: number) => string,
) {
  const day = (days: number | undefined) =>
    days === undefined ? null : daysAgo(-days).slice(0, 10)
  return {
    ...posting,
    description: description.join(''),
    requirements: requirements?.join('') ?? null,
    created_at: daysAgo(posted),
    first_active_at: opens_in === undefined ? daysAgo(posted) : null,
    closed_at: closed === undefined ? null : daysAgo(closed),
    opens_on: day(opens_in),
    closes_on: day(closes_in),
    is_scheduled: opens_in !== undefined,
    updated_at: daysAgo(closed ?? posted),
  }
}
