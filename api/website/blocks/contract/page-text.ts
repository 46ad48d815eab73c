/** The text of pages: rich text with pictures, and between its elements blocks. */
import { knownPictureTag } from '#api/core/rich-text/contract/picture-text-form.ts'
import { consistsOf } from '#api/core/rich-text/contract/rich-text-form.ts'
import { benefitIcons } from './icons.ts'
import { adBlocks, type BlockName, blockNames, sectionChoices } from './kinds.ts'

/** Those of `sectionChoices` that are written. */
const choices = sectionChoices
  .map(({ name, options }) => `(?: data-${name}="(?:${options.slice(1).join('|')})")?`)
  .join('')

const tableTag = '</?(?:table|thead|tbody|tr|th|td)>'

const blockTag = [
  `<section data-block="(?:${blockNames.join('|')})"(?: data-side="(?:left|right)")?${choices}>`,
  tableTag,
  `<li data-icon="(?:${benefitIcons.join('|')})">`,
  '<p data-part="[a-z]{1,10}">',
  '</?(?:div|details|summary|blockquote)>|</section>|<hr(?: /)?>',
].join('|')

/** `isPictureText` for pages, which may hold blocks. */
export const isPageText = consistsOf(`${knownPictureTag}|${blockTag}`)

const adTag = [
  `<section data-block="(?:${adBlocks.join('|')})"${choices}>`,
  `${tableTag}|</section>`,
].join('|')

/** `isPictureText` for job ads, which may hold tables. */
export const isAdText = consistsOf(`${knownPictureTag}|${adTag}`)

const section = /<section data-block="([a-z-]+)"[^>]*>([\s\S]*?)<\/section>/g

/** A piece of a page's text: a block, or what stands between two. */
type Piece = { block: BlockName | undefined; html: string }

/** Sanitized text of a page, divided at its blocks. Blocks never nest. */
export function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const between = (start: number) => {
    if (start > end) pieces.push({ block: undefined, html: html.slice(end, start) })
  }
  for (const { 0: whole, 1: name, index } of html.matchAll(section)) {
    between(index)
    pieces.push({ block: name as BlockName, html: whole })
    end = index + whole.length
  }
  between(html.length)
  return pieces
}

/** Whether sanitized text has a block of this kind. */
export const hasBlock = (html: string, name: BlockName): boolean =>
  html.includes(`<section data-block="${name}"`)

/** How many blocks the text has; of text that isn't sanitized, at most so many. */
export const blockCount = (html: string): number => html.match(/data-block/gi)?.length ?? 0
