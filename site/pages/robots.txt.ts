import type { APIRoute } from 'astro'
import { readSettings } from '../lib/visitor.ts'

/** RFC 9309. */
export const GET: APIRoute = async () => {
  const { public_url } = await readSettings()
  return new Response(
    `User-agent: *\nDisallow: /backoffice\nDisallow: /api/\n\nSitemap: ${public_url}/sitemap.xml\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } },
  )
}
