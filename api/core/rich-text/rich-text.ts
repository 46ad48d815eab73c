import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { partsOf } from '#api/website/media/contract.ts'
import { decodeEntities, textToHtml, visibleText, withoutHarmful } from '../http/contract/text.ts'
import { canonicalAddress, linkSchemes } from './contract/address.ts'
import { withoutEmptyEnd } from './contract/empty-end.ts'
import { altLine, figureClasses } from './contract/figures.ts'
import { isPictureText } from './contract/picture-text-form.ts'
import { isRichText } from './contract/rich-text-form.ts'
import { alignments, richTextClasses } from './contract/tones.ts'
import { withFiguresBetweenBlocks } from './figures.ts'
import { nearestTone } from './nearest-tone.ts'

const blocks = ['p', 'h1', 'h2', 'h3', 'li']

/** An incoming style becomes the nearest class; anything without a class of ours is dropped. */
function classesOf({ class: given = '', style = '' }: sanitizeHtml.Attributes): string[] {
  const classes = given.split(/\s+/)
  for (const declaration of style.slice(0, 1000).toLowerCase().split(';')) {
    const [property = '', value = ''] = declaration
      .replace(/!\s*important/, '')
      .split(':')
      .map((part) => part.trim())
    if (property === 'color') classes.push(`tone-${nearestTone(value)}`)
    if (/^background(-color)?$/.test(property)) classes.push(`mark-${nearestTone(value)}`)
    if (property === 'text-align' && (alignments as readonly string[]).includes(value))
      classes.push(`align-${value}`)
  }
  return onePerKind(classes.filter((name) => richTextClasses.includes(name)))
}

/** The toolbar gives a word one tone, one mark and one alignment; the last counts, as in CSS. */
const onePerKind = (classes: string[]) => [
  ...new Map(classes.map((name) => [name.split('-', 1)[0], name])).values(),
]

/** A mark that a whole block carries, for the toolbar to take off again, goes around its text. */
function marksInside(html: string): string {
  const block =
    /<(p|h[1-3]) class="([^"]*)">(?:((?:[^<]|<(?!\/?(?:p|h[1-3]|ul|ol|li)\b))*)<\/\1>)?/g
  return html.replace(block, (_, name: string, given: string, text?: string) => {
    const ofKind = (align: boolean) =>
      given
        .split(' ')
        .filter((c) => c.startsWith('align-') === align)
        .join(' ')
    const [own, marks] = [ofKind(true), ofKind(false)]
    const begin = own ? `<${name} class="${own}">` : `<${name}>`
    if (text === undefined) return begin
    return `${begin}${marks ? `<span class="${marks}">${text}</span>` : text}</${name}>`
  })
}

/** The number that a list begins with, if not 1. */
const startOf = ({ start = '' }: sanitizeHtml.Attributes) =>
  /^(?:0|[1-9]\d{0,3})$/.test(start) && start !== '1' ? start : undefined

const as =
  (tagName?: string) =>
  (tag: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    const name = tagName ?? tag
    const align = blocks.includes(name)
    const classes = classesOf(attributes).filter(
      (c) => c.startsWith('align-') === align || /^(p|h[1-3])$/.test(name),
    )
    const kept: sanitizeHtml.Attributes = {}
    if (classes.length && name !== 'a' && name !== 'br') kept.class = classes.join(' ')
    const href = name === 'a' && canonicalAddress(showSigns(attributes.href ?? '', 'sign'))
    if (href) {
      kept.href = href
      kept.rel = 'noopener noreferrer'
    }
    const start = name === 'ol' && startOf(attributes)
    if (start) kept.start = start
    // A span without a tone means nothing: renamed to a disallowed tag, it's removed, not its text.
    return { tagName: name === 'span' && !kept.class ? 'bare-span' : name, attribs: kept }
  }

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, 'br', 'strong', 'em', 'u', 's', 'ol', 'ul', 'a', 'span'],
  allowedAttributes: { '*': ['class'], a: ['href', 'rel'], ol: ['start'] },
  allowedClasses: { '*': richTextClasses },
  allowedSchemes: linkSchemes,
  allowProtocolRelative: false,
  nestingLimit: 50,
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'template',
    'svg',
    'math',
    'title',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
    'iframe',
    'object',
    'select',
    'head',
  ],
  transformTags: {
    '*': as(),
    b: as('strong'),
    i: as('em'),
    del: as('s'),
    strike: as('s'),
    h4: as('h3'),
    h5: as('h3'),
    h6: as('h3'),
  },
}

function figure({ class: given = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const classes = onePerKind(given.split(/\s+/).filter((name) => figureClasses.includes(name)))
  return { tagName: 'figure', attribs: classes.length ? { class: classes.join(' ') } : {} }
}

/** A picture of the library; any other is dropped. */
function image(given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { src = '', alt = '', width = '', height = '' } = given
  if (!partsOf(src)) return { tagName: 'no-image', attribs: {} }
  const isSized = [width, height].every((pixels) => /^[1-9]\d{0,4}$/.test(pixels))
  const text = altLine(withoutHarmful(showSigns(alt, 'sign')))
  return { tagName: 'img', attribs: { src, alt: text, ...(isSized && { width, height }) } }
}

const withPictures: sanitizeHtml.IOptions = {
  ...options,
  allowedTags: [...(options.allowedTags as string[]), 'figure', 'img', 'figcaption'],
  allowedAttributes: {
    ...options.allowedAttributes,
    img: ['src', 'alt', 'width', 'height'],
  },
  allowedClasses: { ...options.allowedClasses, figure: figureClasses },
  transformTags: {
    ...options.transformTags,
    // Runs for every tag, also after one of its own.
    '*': (tag, attributes) => {
      if (tag === 'figure') return figure(attributes)
      return tag === 'img' ? image(attributes) : as()(tag, attributes)
    },
  },
}

/** Deeper than anyone writes, and twice as deep as `nestingLimit`. */
const maxDepth = 100

/** Far more elements than anyone leaves open. */
const maxUnclosed = 1000

/**
 * Whether the tags are no text of a person's: in each other without end, which takes the sanitizer
 * quadratic time, or never closed.
 */
export function isTooDeep(html: string): boolean {
  let depth = 0
  let unclosed = 0
  const isOver = () => depth > maxDepth || unclosed > maxUnclosed
  const parser = new Parser({
    onopentag() {
      depth++
      if (isOver()) parser.pause()
    },
    onclosetag(name, isImplied) {
      depth--
      if (isImplied && !/^(?:br|hr|img)$/.test(name)) unclosed++
    },
  })
  parser.end(hideSigns(html))
  return isOver()
}

/** Signs that are text, as noncharacters: the parser would take each by itself, in microseconds. */
const signs = [
  { hidden: '\uFDD0', sign: '<', entity: '&lt;', found: /&lt;|<(?![a-z/!?])/gi },
  { hidden: '\uFDD1', sign: '&', entity: '&amp;', found: /&amp;|&(?![a-z]|#\d|#x[\da-f])/gi },
  { hidden: '\uFDD2', sign: '>', entity: '&gt;', found: /&gt;/g },
]

export const hideSigns = (html: string) =>
  signs.reduce(
    (text, { hidden, found }) => text.replace(found, hidden),
    html.replace(/[\uFDD0-\uFDD2]/g, ''),
  )

export const showSigns = (text: string, as: 'sign' | 'entity') =>
  signs.reduce((shown, { hidden, [as]: sign }) => shown.replaceAll(hidden, sign), text)

const reduced = (html: string, vocabulary: sanitizeHtml.IOptions): string =>
  showSigns(
    withoutHarmful(
      sanitizeHtml(
        // <div>s before parsing: the parser closes an open <p> at the next one.
        hideSigns(html.replace(/<(\/?)div(?![\w-])/gi, '<$1p')),
        vocabulary,
      ),
    ),
    'entity',
  )

/** More often than any markup needs to come out of `reduce` as it went in. */
const rounds = 5

function untilStable(
  html: string,
  reduce: (html: string) => string,
  isStorable: (html: string) => boolean,
): string {
  let before = isTooDeep(html) ? html.replace(/<[^<>]*>/g, ' ') : html
  for (let round = 0; round < rounds; round++) {
    const after = reduce(before)
    if (after === before && isStorable(after)) return after
    before = after
  }
  return textToHtml(visibleText(before))
}

/**
 * HTML reduced to what the editor's toolbar can produce. This is what is stored and shown: it has
 * the form that `isRichText` requires, and reducing it again changes nothing.
 */
export const sanitize = (html: string): string =>
  untilStable(html, (given) => withoutEmptyEnd(marksInside(reduced(given, options))), isRichText)

/** `sanitize` for job descriptions, and for pages between their blocks: with pictures of the library. */
export const sanitizeWithPictures = (html: string): string =>
  untilStable(
    html,
    (given) => withoutEmptyEnd(marksInside(withFiguresBetweenBlocks(reduced(given, withPictures)))),
    isPictureText,
  )

// Without `<` in the brackets, a letter of unfinished tags would block everyone for seconds.
const hasMarkup =
  /<(?:p|br|h[1-6]|strong|b|em|i|u|s|ol|ul|li|a|div|span|script|style|iframe|img|svg)\b[^<>]*>/i

/**
 * Rich text from a client that may have no editor: text without any markup keeps its
 * line breaks; `plain` says that even what looks like markup is text.
 */
export function fromWriter(text: string, plain = false): string {
  if (plain) return textToHtml(text)
  return hasMarkup.test(text) ? sanitize(text) : textToHtml(decodeEntities(text))
}
