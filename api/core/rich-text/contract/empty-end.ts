import { isVisible } from '../../http/contract/text.ts'

const pieces = /<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+|</g

/**
 * Sanitized HTML without what is empty at its end: paragraphs, list items, line breaks and blanks,
 * such as the bullet that Enter adds after the last one.
 */
export function withoutEmptyEnd(html: string): string {
  let end = 0
  for (const { 0: piece, 2: tag, index } of html.matchAll(pieces))
    if (tag === 'img' || (!tag && isVisible(piece.replaceAll('&nbsp;', ''))))
      end = index + piece.length
  let depth = 0
  let closing = ''
  for (const [piece, slash, tag] of html.slice(end).matchAll(pieces)) {
    if (!tag || tag === 'br') continue
    if (!slash) depth++
    else if (depth) depth--
    else closing += piece
  }
  return html.slice(0, end) + closing
}
