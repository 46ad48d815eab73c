import type { APIRoute } from 'astro'
import { publicPaths } from '../lib/public-paths.ts'
import { xmlResponse, xmlText } from '../lib/xml.ts'

/** https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = async ({ locals: { settings } }) => {
  const paths = await publicPaths()
  if (!paths) return xmlResponse('application/xml', null)
  const urls = paths.map(
    ({ path, updated_at }) =>
      `<url><loc>${xmlText(settings.public_url + path)}</loc>${updated_at ? `<lastmod>${updated_at}</lastmod>` : ''}</url>`,
  )
  return xmlResponse(
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  )
}
