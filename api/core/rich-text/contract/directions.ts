/** Blocks of scripts written from right to left. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

const tags = /<(\/?)([a-z][a-z0-9]*)(\s[^>]*)?>/g
const empty = /^(?:br|hr|img|source)$/

/**
 * Sanitized HTML whose paragraphs, headings, lists and blocks each have their own direction. Text
 * without letters written from right to left stays as it is.
 */
export function withDirections(html: string): string {
  if (!hasRightToLeft(html)) return html
  let depth = 0
  return html.replace(tags, (tag, slash, name, attributes = '') => {
    if (empty.test(name)) return tag
    if (slash) depth--
    else if (depth++ === 0) return `<${name} dir="auto"${attributes}>`
    return tag
  })
}
