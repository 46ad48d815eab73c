import type { APIRoute } from 'astro'
import { atomFeed } from '../lib/feeds.ts'
import { readActiveJobs } from '../lib/visitor.ts'
import { xmlResponse } from '../lib/xml.ts'

/** The active jobs as an Atom feed, newest first. */
export const GET: APIRoute = async ({ locals }) => {
  const jobs = await readActiveJobs()
  return xmlResponse('application/atom+xml', jobs && atomFeed(locals.settings, jobs, locals))
}
