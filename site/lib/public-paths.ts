import { readJobSummaries, readOpenApplication, readPublishedPages } from './visitor.ts'

type PublicPath = {
  path: string
  updated_at?: string
  /** Whether each language has a page of its own there. */
  inEach?: true
  /** Those that have, otherwise; absent on a site with one language. */
  languages?: string[] | undefined
  /** A job of the list. */
  isListed?: true
}

/** The paths of all public pages, Home first; null when they cannot be read. */
export async function publicPaths(): Promise<PublicPath[] | null> {
  const [jobs, pages, open] = await Promise.all([
    readJobSummaries(),
    readPublishedPages(),
    readOpenApplication(),
  ])
  if (!jobs || !pages || open === undefined) return null
  return [
    { path: '/', inEach: true },
    { path: '/jobs', inEach: true },
    ...jobs.map(({ id, updated_at, languages }) => ({
      path: `/jobs/${id}/apply`,
      updated_at,
      languages,
      isListed: true as const,
    })),
    ...(open
      ? [{ path: `/jobs/${open.id}/apply`, updated_at: open.updated_at, languages: open.languages }]
      : []),
    ...pages
      .filter(({ slug }) => slug !== 'home')
      .map(({ slug, updated_at, languages }) => ({ path: `/page/${slug}`, updated_at, languages })),
  ]
}
