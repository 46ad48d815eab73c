import { readJobSummaries, readPublishedPages } from './visitor.ts'

type PublicPath = {
  path: string
  updated_at?: string
  /** Whether each language has a page of its own there. */
  inEach?: true
  /** Those that have, otherwise; absent on a site with one language. */
  languages?: string[] | undefined
}

/** The paths of all public pages, Home first; null when they cannot be read. */
export async function publicPaths(): Promise<PublicPath[] | null> {
  const [jobs, pages] = await Promise.all([readJobSummaries(), readPublishedPages()])
  if (!jobs || !pages) return null
  return [
    { path: '/', inEach: true },
    { path: '/jobs', inEach: true },
    ...jobs.map(({ id, updated_at, languages }) => ({
      path: `/jobs/${id}/apply`,
      updated_at,
      languages,
    })),
    ...pages
      .filter(({ slug }) => slug !== 'home')
      .map(({ slug, updated_at, languages }) => ({ path: `/page/${slug}`, updated_at, languages })),
  ]
}
