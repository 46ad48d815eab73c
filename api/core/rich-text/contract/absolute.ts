import { decodeEntities, escapeHtml } from '../../http/contract/text.ts'

/** Sanitized rich text for readers elsewhere. `page` is the path of the page it is on. */
export const withAbsoluteAddresses = (html: string, site: string, page: string): string =>
  html.replace(/(<(?:a|img)\b[^>]*? (?:href|src)=")([^"]*)"/g, (found, start, address) => {
    const given = decodeEntities(address)
    // A site may be below a path of its domain.
    const absolute = URL.parse(/^\/(?!\/)/.test(given) ? site + given : given, site + page)?.href
    return absolute ? `${start}${escapeHtml(absolute)}"` : found
  })
