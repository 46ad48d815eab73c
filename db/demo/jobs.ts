import postings from './data/jobs.json' with { type: 'json' }

/** The demo's jobs; `posted` counts days before the seed, and each text is a list of HTML parts. */
export const jobRows = (daysAgo: (days: number) => string) =>
  postings.map(({ posted, description, requirements, ...posting }) => ({
    ...posting,
    description: description.join(''),
    requirements: requirements?.join('') ?? null,
    created_at: daysAgo(posted),
    first_active_at: daysAgo(posted),
    updated_at: daysAgo(posted),
  }))
