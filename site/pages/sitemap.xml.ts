import type { APIRoute } from 'astro'
import { baseUrl } from '../lib/base-url.ts'
import { readActiveJobs, readPublishedPages } from '../lib/visitor.ts'
import { xmlResponse, xmlText } from '../lib/xml.ts'

/** Every address that is worth finding (https://www.sitemaps.org/protocol.html). */
export const GET: APIRoute = async ({ url }) => {
  const [base, jobs, pages] = await Promise.all([
    baseUrl(url),
    readActiveJobs(),
    readPublishedPages(),
  ])
  if (!jobs || !pages) return xmlResponse('application/xml', null)
  const entries = [
    { path: '/' },
    { path: '/jobs' },
    ...jobs.map(({ id, updated_at }) => ({ path: `/jobs/${id}/apply`, updated_at })),
    ...pages
      .filter(({ slug }) => slug !== 'home')
      .map(({ slug, updated_at }) => ({ path: `/page/${slug}`, updated_at })),
  ] as { path: string; updated_at?: string }[]
  const urls = entries.map(
    ({ path, updated_at }) =>
      `<url><loc>${xmlText(base + path)}</loc>${updated_at ? `<lastmod>${updated_at}</lastmod>` : ''}</url>`,
  )
  return xmlResponse(
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  )
}
