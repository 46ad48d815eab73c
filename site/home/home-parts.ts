import { piecesOf } from '#api/website/blocks/contract/page-text.ts'

/** A part of Home's text: what stands under one heading. */
type HomePart = {
  text: string
  /** HTML of the figures that stand beside the text; empty if the part has no text. */
  figures: string
}

/** Floats stay in their text. */
const figure = /<figure\b(?![^>]*\balign-(?:left|right)\b)[^>]*>[\s\S]*?<\/figure>/g

const count = (html: string, tag: RegExp) => html.match(tag)?.length ?? 0

/** Whether the HTML ends within a list, where a heading begins no part. */
const endsInList = (html: string) => count(html, /<[ou]l\b/g) > count(html, /<\/[ou]l>/g)

function divided(html: string): string[] {
  const parts: string[] = []
  for (const part of html.split(/(?=<h[12]\b)/)) {
    const before = parts.at(-1)
    if (before && endsInList(before)) parts.splice(-1, 1, before + part)
    else parts.push(part)
  }
  return parts
}

/**
 * Sanitized text of a page, divided before each of its larger headings. Blocks stay whole: neither
 * a heading nor a picture in them counts.
 */
export function homeParts(html: string): HomePart[] {
  const blocks: string[] = []
  const marked = piecesOf(html)
    .map((piece) => (piece.block ? `<block ${blocks.push(piece.html) - 1}>` : piece.html))
    .join('')
  const whole = (part: string) => part.replace(/<block (\d+)>/g, (_, at) => blocks[at] ?? '')
  return divided(marked)
    .filter((part) => part.trim())
    .map((part) => {
      const text = part.replace(figure, '')
      const figures = part.match(figure)?.join('') ?? ''
      const isText = visible(text) || text.includes('<block ')
      return isText ? { text: whole(text), figures } : { text: part, figures: '' }
    })
}

const visible = (html: string) => html.replace(/<[^>]*>/g, '').trim() !== ''
