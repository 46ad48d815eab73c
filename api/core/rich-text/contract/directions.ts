/** Blocks of scripts written from right to left. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const allRightToLeft = new RegExp(rightToLeft, 'gu')

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

type Direction = 'ltr' | 'rtl'

const letters = /\p{L}/gu
const entity = /&#?\w+;/g
/** An element, or the text before it. */
const token = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|[^<]+/g
/** Inline elements, and those without text. */
const inline =
  /^(?:strong|em|u|s|a|span|br|hr|img|source|picture|figure|iframe|time|thead|tbody|tr)$/
const empty = /^(?:br|hr|img|source)$/

/** Of its first letter; undefined for text without letters. */
export function directionOf(text: string): Direction | undefined {
  const [letter] = text.replace(entity, '').match(/\p{L}/u) ?? []
  if (!letter) return undefined
  return hasRightToLeft(letter) ? 'rtl' : 'ltr'
}

/**
 * Sanitized HTML whose paragraphs, headings, lists, their items and blocks each have the direction of
 * their first letter. Text without letters written from right to left stays as it is.
 */
export function withDirections(html: string): string {
  if (!hasRightToLeft(html)) return html
  const out: string[] = []
  const open: { at: number; name: string; attributes: string; isKnown: boolean }[] = []
  for (const [whole, slash, name = '', attributes = ''] of html.matchAll(token)) {
    out.push(whole)
    if (!name) {
      const direction = directionOf(whole)
      // Whose direction is known, the elements around it are too.
      for (let at = open.length - 1; direction && at >= 0 && !open[at]!.isKnown; at--) {
        const element = open[at]!
        element.isKnown = true
        if (!inline.test(element.name))
          out[element.at] = `<${element.name} dir="${direction}"${element.attributes}>`
      }
    } else if (slash) open.pop()
    else if (!empty.test(name)) open.push({ at: out.length - 1, name, attributes, isKnown: false })
  }
  return out.join('')
}

/** That of most letters, for what is around the text: its columns, and the side of its lists. */
export function mainDirection(html: string): Direction | 'auto' {
  if (!hasRightToLeft(html)) return 'auto'
  const text = html.replace(/<[^<>]*>/g, '').replace(entity, '')
  const count = (kind: RegExp) => text.match(kind)?.length ?? 0
  return 2 * count(allRightToLeft) > count(letters) ? 'rtl' : 'ltr'
}
