import type { APIRoute } from 'astro'
import type { Language } from '#api/core/words/contract/names.ts'
import { addressLanguages } from '../lib/language-of-text.ts'
import { withLanguage } from '../lib/language-paths.ts'
import { publicPaths } from '../lib/public-paths.ts'
import { xmlResponse, xmlText } from '../lib/xml.ts'

/** https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = async ({ locals: { languages, settings } }) => {
  const paths = await publicPaths()
  if (!paths) return xmlResponse('application/xml', null)
  const [main, ...others] = languages
  const addressIn = (path: string, tag?: Language) =>
    xmlText(settings.public_url + withLanguage(path, tag))
  // Of the pages that each language has (https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap).
  const prefixOf = (tag: Language) => (tag === main ? undefined : tag)
  const alternates = (path: string, own: readonly Language[]) =>
    [...own, 'x-default' as const]
      .map((tag) => {
        const to = tag === 'x-default' ? (own.includes(main) ? main : (own[0] ?? main)) : tag
        return `<xhtml:link rel="alternate" hreflang="${tag}" href="${addressIn(path, prefixOf(to))}"/>`
      })
      .join('')
  const urls = paths.flatMap(({ path, updated_at, inEach, languages: translated }) => {
    const own = inEach ? languages : addressLanguages({ languages: translated }, languages)
    return own.map(
      (tag) =>
        `<url><loc>${addressIn(path, prefixOf(tag))}</loc>${updated_at ? `<lastmod>${updated_at}</lastmod>` : ''}${own.length > 1 ? alternates(path, own) : ''}</url>`,
    )
  })
  const xhtml = others.length ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return xmlResponse(
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>\n${urls.join('\n')}\n</urlset>\n`,
  )
}
