import type { APIRoute } from 'astro'
import { baseUrl } from '../lib/base-url.ts'

/** RFC 9309. The back office and the api are nothing to find. */
export const GET: APIRoute = async (asked) =>
  new Response(
    `User-agent: *\nDisallow: /backoffice\nDisallow: /api/\n\nSitemap: ${await baseUrl(asked)}/sitemap.xml\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } },
  )
