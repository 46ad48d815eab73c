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

/** A stored table, as a region with a name that can be focused: on a phone it scrolls by itself. */
function withRegion(html: string, words: Words, language: string) {
  const head = /<thead>[\s\S]*?<\/thead>/.exec(html)?.[0] ?? ''
  const columns = [...head.matchAll(/<th>([\s\S]*?)<\/th>/g)]
    .map(([, cell = '']) => visibleText(cell))
    .filter(Boolean)
    .join(', ')
  const name = columns ? say(words.site.tableOf, { columns }, language) : words.site.table
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
