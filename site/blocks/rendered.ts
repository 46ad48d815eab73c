import { decodeEntities, escapeHtml, visibleText } from '#api/core/http/contract/text.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import { hasBlock, piecesOf } from '#api/website/blocks/contract/page-text.ts'

/** Of the first and the last word of a name, without marks such as brackets. */
function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}’'.-]*/gu) ?? []
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map(([letter = '']) => letter.toLocaleUpperCase()).join('')
}

const withoutPortrait = /<li>(?=<p data-part="title"><strong>([^<]*)<\/strong>)/g

/** A stored block of people, in which the style sheet draws initials instead of missing portraits. */
const withInitials = (html: string) =>
  html.replace(withoutPortrait, (li, name: string) => {
    const initials = initialsOf(decodeEntities(name))
    return initials ? `<li data-initials="${escapeHtml(initials)}">` : li
  })

/** Of the columns in the name of a table: more is no name, but read out at each visit. */
const maxName = 100

/** What fits of a text, with whole words. */
function shortened(text: string): string {
  if (text.length <= maxName) return text
  const start = text.slice(0, maxName)
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), 0) || maxName).replace(/[\s,]+$/, '')}…`
}

/**
 * A stored table, as a region with a name that can be focused: on a phone it scrolls by itself. One of
 * one or two columns always fits.
 */
function withRegion(html: string, words: Words, language: string) {
  const [row = ''] = /<tr>[\s\S]*?<\/tr>/.exec(html) ?? []
  const cells = [...row.matchAll(/<(th|td)>([\s\S]*?)<\/\1>/g)]
  if (cells.length < 3) return html
  const columns = cells
    .map(([, tag, cell = '']) => (tag === 'th' ? visibleText(cell) : ''))
    .filter(Boolean)
    .join(', ')
  const name = columns
    ? say(words.site.tableOf, { columns: shortened(columns) }, language)
    : words.site.table
  return html.replace(
    '<section ',
    () => `<section role="region" tabindex="0" aria-label="${escapeHtml(name)}" `,
  )
}

/** A block as visitors get it: what is not stored of it, but belongs to it on a page. */
export function renderedBlock(html: string, words: Words, language: string): string {
  if (hasBlock(html, 'people')) return withInitials(html)
  return hasBlock(html, 'table') ? withRegion(html, words, language) : html
}

/** A job ad as visitors get it. */
export const renderedAd = (html: string, words: Words, language: string): string =>
  hasBlock(html, 'table')
    ? piecesOf(html)
        .map(({ block, html }) => (block ? renderedBlock(html, words, language) : html))
        .join('')
    : html
