import type { APIRoute } from 'astro'
import { server } from '#api/server.ts'
import { readSearch } from '#api/website/jobs/contract/job-search.ts'
import { jobsJson } from '../jobs/list/feeds.ts'
import { readJobSummaries, readLastChange, reportMaintenance } from '../lib/visitor.ts'

/** Any website may read it (https://fetch.spec.whatwg.org/#http-cors-protocol). */
const anyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const unavailable = (error: string) =>
  Response.json({ error }, { status: 503, headers: { ...anyOrigin, 'Retry-After': '5' } })

/** The active jobs that match the query of /jobs, newest first, for other websites. */
export const GET: APIRoute = async ({ locals: { languages, settings, words }, url }) => {
  if (settings.maintenance_mode === 'true') {
    reportMaintenance()
    return unavailable(words.maintenance.heading)
  }
  const lang = url.searchParams.get('lang')
  const [main] = languages
  const language = languages.find((tag) => tag === lang) ?? main
  const [jobs, changed] = await server.inLanguage(language, () =>
    Promise.all([readJobSummaries(readSearch(url.searchParams)), readLastChange()]),
  )
  const prefix = language === main ? undefined : language
  if (!jobs || !changed) return unavailable(words.jobs.failed)
  return Response.json(jobsJson(settings, jobs, changed.updated_at, prefix), {
    headers: { ...anyOrigin, 'Cache-Control': 'no-cache' },
  })
}

/** For clients that send headers of their own, such as If-None-Match. */
export const OPTIONS: APIRoute = () =>
  new Response(null, {
    status: 204,
    headers: {
      ...anyOrigin,
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': '86400',
    },
  })
