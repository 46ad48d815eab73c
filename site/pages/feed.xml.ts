import type { APIRoute } from 'astro'
import { atomFeed } from '../lib/feeds.ts'
import { readSearch } from '../lib/job-search.ts'
import { readActiveJobs, readFacets } from '../lib/visitor.ts'
import { xmlResponse } from '../lib/xml.ts'

/** The active jobs that match the query of /jobs as an Atom feed, newest first. */
export const GET: APIRoute = async ({ locals, url }) => {
  const search = readSearch(url.searchParams)
  const [jobs, facets] = await Promise.all([readActiveJobs(search), readFacets(search)])
  const feed = jobs && facets && atomFeed(locals.settings, { search, facets, jobs }, locals)
  return xmlResponse('application/atom+xml', feed)
}
