import type { APIRoute } from 'astro'
import { addressOf, readSearch } from '#api/website/jobs/contract/job-search.ts'
import { atomFeed } from '../jobs/list/feeds.ts'
import { readFacets, readJobsPage, readLastChange } from '../lib/visitor.ts'
import { xmlResponse } from '../lib/xml.ts'

/** What /jobs lists, as an Atom feed. */
export const GET: APIRoute = async ({ locals, redirect, url }) => {
  const search = readSearch(url.searchParams)
  const [list, facets, changed] = await Promise.all([
    readJobsPage(search),
    readFacets(search),
    readLastChange(),
  ])
  if (list && search.page > list.last)
    return redirect(addressOf({ ...search, page: 1 }, url.pathname), 302)
  const feed =
    list &&
    facets &&
    changed &&
    atomFeed(locals.settings, { search, facets, list, ...changed }, locals)
  return xmlResponse('application/atom+xml', feed)
}
