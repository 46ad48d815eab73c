import { decodeEntities, escapeHtml } from '../../http/contract/text.ts'

/** Sanitized rich text for readers elsewhere. `page` is the whole address of the page it is on. */
export const withAbsoluteAddresses = (html: string, page: string): string =>
  html.replace(/(<(?:a|img)\b[^>]*? (?:href|src)=")([^"]*)"/g, (found, start, address) => {
    const absolute = URL.parse(decodeEntities(address), page)?.href
    return absolute ? `${start}${escapeHtml(absolute)}"` : found
  })
