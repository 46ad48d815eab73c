import { DOMParser, DOMSerializer, type Schema, type TagParseRule } from '@tiptap/pm/model'
import { type Block, emptyBlock, isBlock, toHtml } from '#api/website/blocks/contract/block.ts'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { spelled } from '../ui/editor/content.ts'

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
function rewritten(element: Element, schema: Schema): string {
  const { content } = DOMParser.fromSchema(schema).parse(element)
  const holder = document.createElement('div')
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(content))
  return spelled(holder.innerHTML)
}

function faqOf(elements: Element[], schema: Schema | undefined): Block | undefined {
  const more = 'img, details, blockquote, hr, section'
  if (!schema || elements.some((element) => element.querySelector(more))) return undefined
  const entries = elements.map((element) => {
    const answer = element.cloneNode(true) as Element
    const question = answer.querySelector(':scope > summary')
    question?.remove()
    return { title: question ? linesOf(question) : '', text: rewritten(answer, schema) }
  })
  return { name: 'faq', values: {}, entries }
}

/** Several in a row are one block. */
function rulesFor(tag: string, blockOf: (elements: Element[]) => Block | undefined) {
  const isFirst = (element: Element) => !element.previousElementSibling?.matches(tag)
  function htmlOf(element: Element): string | undefined {
    let first = element
    while (!isFirst(first)) first = first.previousElementSibling!
    const elements = [first]
    for (let next = first.nextElementSibling; next?.matches(tag); next = next.nextElementSibling)
      elements.push(next)
    const block = blockOf(elements)
    const html = block && isBlock(block) ? toHtml(block) : ''
    return html && isPageText(html) ? html : undefined
  }
  const rule = { tag, priority: 110 }
  return [
    {
      ...rule,
      getAttrs(element: Element) {
        const html = isFirst(element) && htmlOf(element)
        return html ? { html } : false
      },
    },
    {
      ...rule,
      ignore: true,
      getAttrs: (element: Element) => (!isFirst(element) && htmlOf(element) ? null : false),
    },
  ]
}

/**
 * What other programs copy, as the nearest block: lines, quotes and details. What a block would
 * lose stays text.
 */
export const pastedBlocks = (schema: () => Schema | undefined): TagParseRule[] => [
  { tag: 'hr', getAttrs: () => ({ html: toHtml(emptyBlock('divider')) }) },
  // Word has styles for quotes.
  ...rulesFor('blockquote, p[class*="MsoQuote"], p[class*="MsoIntenseQuote"]', quoteOf),
  ...rulesFor('details', (elements) => faqOf(elements, schema())),
]
