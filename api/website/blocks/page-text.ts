import { DomUtils, parseDocument } from 'htmlparser2'
import { visibleText } from '#api/core/http/contract/text.ts'
import {
  hideSigns,
  isTooDeep,
  sanitize,
  sanitizeWithPictures,
  showSigns,
} from '#api/core/rich-text/rich-text.ts'
import { type CleanHtml, type ElementLike, readBlock, toHtml } from './contract/block.ts'
import { adBlocks, type BlockName, blockNames } from './contract/kinds.ts'
import { blockCount } from './contract/page-text.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { name: string; attribs: Record<string, string> }>

const isElement = (node: Node): node is Element => 'attribs' in node

const textOf = (nodes: Node[]): string =>
  nodes
    .map((node) => {
      if (!('children' in node)) return 'data' in node && node.type === 'text' ? node.data : ''
      if (isElement(node) && node.name === 'br') return '\n'
      return isElement(node) && /^(?:script|style)$/.test(node.name) ? '' : textOf(node.children)
    })
    .join('')

const htmlOf = (nodes: Node[]) =>
  showSigns(DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' }), 'entity')

const elementLike = ({ name, attribs, children }: Element): ElementLike => ({
  tag: name,
  attribute: (name) => showSigns(attribs[name] ?? '', 'sign'),
  children: () => children.filter(isElement).map(elementLike),
  text: () => showSigns(textOf(children), 'sign'),
  html: () => htmlOf(children),
})

const clean: CleanHtml = (html, pictures) => (pictures ? sanitizeWithPictures : sanitize)(html)

const words = (html: string) => visibleText(html).replace(/\s/g, '')
const pictures = (html: string) => html.match(/<img /g)?.length ?? 0

/** Rows become paragraphs, cells words of their own. */
const rowsAsLines = (html: string) => html.replace(/<(\/?)tr\b/g, '<$1p').replace(/<\/t[dh]>/g, ' ')

/** The block, sanitized; what it says as rich text, if a block would lose any of it. */
function blockOrText(section: Element, allowed: readonly BlockName[]): string {
  const element = elementLike(section)
  const block = readBlock(element, clean)
  const html = block && allowed.includes(block.name) ? toHtml(block) : undefined
  // Sanitizing takes long, and is for what a block would lose.
  if (html && !DomUtils.getElementsByTagName('img', section).length)
    if (words(html) === element.text().replace(/\s/g, '')) return html
  const text = sanitizeWithPictures(rowsAsLines(htmlOf(section.children)))
  return html && words(html) === words(text) && pictures(html) === pictures(text) ? html : text
}

/** What may stand around blocks, and goes. */
const around = /^(?:html|body|main|article|header|footer|section|div)$/

const isBlock = ({ name, attribs }: Element) => name === 'section' && 'data-block' in attribs

/** The elements around blocks. */
function findHolders(nodes: Node[]): ReadonlySet<Node> {
  const holders = new Set<Node>()
  for (const block of DomUtils.filter((node) => isElement(node) && isBlock(node), nodes))
    for (let at = block.parent; at && !holders.has(at); at = at.parent) holders.add(at)
  return holders
}

/** The HTML divided into blocks and what stands between them, in order. */
function divided(nodes: Node[], holders = findHolders(nodes)): (Element | Node[])[] {
  const pieces: (Element | Node[])[] = []
  for (const node of nodes) {
    if (isElement(node) && isBlock(node)) pieces.push(node)
    else if (isElement(node) && around.test(node.name) && holders.has(node))
      pieces.push(...divided(node.children, holders))
    else {
      const last = pieces.at(-1)
      if (Array.isArray(last)) last.push(node)
      else pieces.push([node])
    }
  }
  return pieces
}

function sanitizeBlocks(html: string, allowed: readonly BlockName[]): string {
  if (!blockCount(html) || isTooDeep(html)) return sanitizeWithPictures(html)
  return divided(parseDocument(hideSigns(html)).children)
    .map((piece) =>
      Array.isArray(piece) ? sanitizeWithPictures(htmlOf(piece)) : blockOrText(piece, allowed),
    )
    .join('')
}

/** `sanitizeWithPictures` for pages, which may also hold blocks. */
export const sanitizePage = (html: string): string => sanitizeBlocks(html, blockNames)

/** `sanitizeWithPictures` for job ads, which may also hold tables. */
export const sanitizeAd = (html: string): string => sanitizeBlocks(html, adBlocks)
