import { DOMParser, type Schema, type TagParseRule } from '@tiptap/pm/model'
import { isRichText } from '#api/core/rich-text/contract/rich-text-form.ts'
import {
  type Block,
  type ElementLike,
  isBlock,
  readBlock,
} from '#api/website/blocks/contract/block.ts'
import type { BlockName } from '#api/website/blocks/contract/kinds.ts'
import { contentOf, richHtml } from './convert.ts'

const linesIn = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').replace(/\s+/g, ' ')
  if (node.nodeName === 'BR') return '\n'
  const text = [...node.childNodes].map(linesIn).join('')
  return /^(?:P|DIV|FOOTER)$/.test(node.nodeName) ? `\n${text}\n` : text
}
/** A line for each paragraph. */
const linesOf = (node: Node) =>
  linesIn(node)
    .replace(/\s*\n\s*/g, '\n')
    .trim()

function quoteOf(elements: Element[]): Block | undefined {
  const more = 'ul, ol, img, a[href], h1, h2, h3, h4, h5, h6, blockquote, details, hr, section'
  if (elements.some((element) => element.querySelector(more))) return undefined
  const copies = elements.map((element) => element.cloneNode(true) as Element)
  const source = copies.at(-1)!.querySelector('footer, cite')
  source?.remove()
  const title = source ? linesOf(source).replace(/^[\s–—-]+/, '') : ''
  return { name: 'quote', values: { text: copies.map(linesOf).join('\n'), title }, entries: [] }
}

/** HTML of elsewhere as this editor would write it. */
const rewritten = (element: Element, schema: Schema) =>
  richHtml(DOMParser.fromSchema(schema).parse(element).content, schema)

function faqOf(elements: Element[], schema: Schema | undefined): Block | undefined {
  const more = 'img, details, blockquote, hr, section, table'
  if (!schema || elements.some((element) => element.querySelector(more))) return undefined
  const entries = elements.map((element) => {
    const answer = element.cloneNode(true) as Element
    const question = answer.querySelector(':scope > summary')
    question?.remove()
    return { title: question ? linesOf(question) : '', text: rewritten(answer, schema) }
  })
  return { name: 'faq', values: {}, entries }
}

const tableParts = 'thead, tbody, tfoot, tr, td, th'

const tableLike = (element: Element, schema: Schema): ElementLike => ({
  tag: element.localName,
  attribute: (name) => (name === 'colspan' ? (element.getAttribute(name) ?? '') : ''),
  children: () =>
    [...element.children]
      .filter((child) => child.matches(tableParts))
      .map((child) => tableLike(child, schema)),
  text: () => element.textContent ?? '',
  html: () => rewritten(element, schema),
})

function tableOf(element: Element, schema: Schema | undefined): Block | undefined {
  if (!schema || element.querySelector('table, img, details, hr, section')) return undefined
  return readBlock(
    {
      tag: 'section',
      attribute: (name) => (name === 'data-block' ? 'table' : ''),
      children: () => [tableLike(element, schema)],
      text: () => '',
      html: () => '',
    },
    (html) => (isRichText(html) ? html : undefined),
  )
}

/** Several in a row are one block. */
function rulesFor(
  tag: string,
  blockOf: (elements: Element[]) => Block | undefined,
): TagParseRule[] {
  const isFirst = (element: Element) => !element.previousElementSibling?.matches(tag)
  function found(element: Element): Block | undefined {
    let first = element
    while (!isFirst(first)) first = first.previousElementSibling!
    const elements = [first]
    for (let next = first.nextElementSibling; next?.matches(tag); next = next.nextElementSibling)
      elements.push(next)
    const block = blockOf(elements)
    return block && isBlock(block) ? block : undefined
  }
  const rule = { tag, priority: 110 }
  return [
    {
      ...rule,
      getAttrs: (element: Element) => (isFirst(element) && found(element) ? null : false),
      getContent: (element, schema) => contentOf(found(element as Element)!, schema),
    },
    {
      ...rule,
      ignore: true,
      getAttrs: (element: Element) => (!isFirst(element) && found(element) ? null : false),
    },
  ]
}

/**
 * What other programs copy, as the nearest block: lines, quotes, details and tables. What a block
 * would lose stays text.
 */
export function foreignRules(name: BlockName, schema: () => Schema | undefined): TagParseRule[] {
  if (name === 'divider') return [{ tag: 'hr' }]
  // Word has styles for quotes.
  if (name === 'quote')
    return rulesFor('blockquote, p[class*="MsoQuote"], p[class*="MsoIntenseQuote"]', quoteOf)
  if (name === 'faq') return rulesFor('details', (elements) => faqOf(elements, schema()))
  if (name !== 'table') return []
  return [
    {
      tag: 'table',
      priority: 110,
      getAttrs: (element) => (tableOf(element, schema()) ? null : false),
      getContent: (element, schema) => contentOf(tableOf(element as Element, schema)!, schema),
    },
  ]
}
