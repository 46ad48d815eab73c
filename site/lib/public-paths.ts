import { readJobSummaries, readPublishedPages } from './visitor.ts'

/** The paths of all public pages, Home first; null when they cannot be read. */
export async function publicPaths(): Promise<{ path: string; updated_at?: string }[] | null> {
  const [jobs, pages] = await Promise.all([readJobSummaries(), readPublishedPages()])
  if (!jobs || !pages) return null
  return [
    { path: '/' },
    { path: '/jobs' },
    ...jobs.map(({ id, updated_at }) => ({ path: `/jobs/${id}/apply`, updated_at })),
    ...pages
      .filter(({ slug }) => slug !== 'home')
      .map(({ slug, updated_at }) => ({ path: `/page/${slug}`, updated_at })),
  ]
}
