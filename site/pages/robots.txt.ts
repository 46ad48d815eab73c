import type { APIRoute } from 'astro'
import { basePath } from '#api/core/environment/env.ts'
import { apiBase } from '../lib/api-base.ts'

const besides = apiBase?.startsWith('/') ? `Disallow: ${apiBase}/\n` : ''

/** RFC 9309. */
export const GET: APIRoute = ({ locals: { settings } }) =>
  new Response(
    `User-agent: *\nDisallow: ${basePath}/backoffice\nDisallow: /api/\n${besides}\nSitemap: ${settings.public_url}/sitemap.xml\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } },
  )
