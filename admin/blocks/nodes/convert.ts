import {
  DOMSerializer,
  Fragment,
  type Node,
  DOMParser as Parser,
  type Schema,
} from '@tiptap/pm/model'
import { withoutEmptyEnd } from '#api/core/rich-text/contract/empty-end.ts'
import { isPictureText } from '#api/core/rich-text/contract/picture-text-form.ts'
import { isRichText } from '#api/core/rich-text/contract/rich-text-form.ts'
import { type Block, toHtml, type Values } from '#api/website/blocks/contract/block.ts'
import {
  type BlockLink,
  type BlockPicture,
  type BlockTable,
  kindOf,
} from '#api/website/blocks/contract/kinds.ts'
import { jobsAddress } from '#api/website/blocks/contract/open-jobs.ts'
import { elementsOf, spelled } from '../../ui/editor/content.ts'
import {
  blockType,
  choicesIn,
  choicesOfBlock,
  entriesOf,
  entryType,
  heldPart,
  listType,
  type NodePart,
  nameOf,
  nodePartsIn,
  partType,
} from './kinds-of-nodes.ts'

const isInline = (node: globalThis.Node) =>
  node.nodeType === 3 || /^(?:BR|STRONG|EM|U|S|A|SPAN)$/.test(node.nodeName)

/** Puts the text that list items hold without a paragraph into one that says so. */
export function markBare(body: HTMLElement): HTMLElement {
  for (const item of body.querySelectorAll('li')) {
    const first = item.firstChild
    if (first && !isInline(first) && first.nodeName === 'P') continue
    const bare = body.ownerDocument.createElement('p')
    bare.setAttribute('data-bare', '')
    while (item.firstChild && isInline(item.firstChild)) bare.append(item.firstChild)
    item.prepend(bare)
  }
  return body
}

const serializers = new WeakMap<Schema, DOMSerializer>()
function serializerOf(schema: Schema): DOMSerializer {
  let serializer = serializers.get(schema)
  if (!serializer) {
    serializer = DOMSerializer.fromSchema(schema)
    serializers.set(schema, serializer)
  }
  return serializer
}

/** Nodes of rich text as the server stores them. */
export function richHtml(content: Fragment, schema: Schema): string {
  const holder = document.createElement('div')
  holder.append(serializerOf(schema).serializeFragment(content))
  for (const bare of holder.querySelectorAll('p[data-bare]')) {
    if (bare.parentElement?.localName === 'li' && !bare.previousSibling)
      bare.replaceWith(...bare.childNodes)
    else bare.removeAttribute('data-bare')
  }
  return spelled(holder.innerHTML).replaceAll('<figcaption></figcaption>', '')
}

/** A node with what rich text holds. */
function richNode(html: string, type: string, schema: Schema, isForm = isRichText): Node {
  const body = markBare(elementsOf(html, isForm))
  const topNode = schema.nodes[type]!.create()
  return Parser.fromSchema(schema).parse(body, { topNode })
}

const text = (value: string, schema: Schema) => (value ? [schema.text(value)] : [])

const lines = (value: string, schema: Schema): Node[] =>
  value
    .split('\n')
    .flatMap((line, at) => [
      ...(at ? [schema.nodes.hardBreak!.create()] : []),
      ...text(line, schema),
    ])

function cellNode(html: string, type: string, schema: Schema): Node {
  const body = elementsOf(html, isRichText)
  return Parser.fromSchema(schema).parse(body, { topNode: schema.nodes[type]!.create() })
}

function tableContent({ head, rows }: BlockTable, schema: Schema): Node[] {
  const row = (tag: string, cell: string) => (cells: string[]) =>
    schema.nodes[tag]!.create(
      null,
      cells.map((html) => cellNode(html, cell, schema)),
    )
  const top = head ? rows.slice(0, 1) : []
  const rest = rows.slice(top.length)
  return [
    ...(top.length
      ? [schema.nodes.tableHead!.create(null, top.map(row('tableHeadRow', 'tableHeadCell')))]
      : []),
    ...(rest.length
      ? [schema.nodes.tableBody!.create(null, rest.map(row('tableRow', 'tableCell')))]
      : []),
  ]
}

const emptyTable: BlockTable = {
  head: true,
  rows: [
    ['', ''],
    ['', ''],
  ],
}

function nodeOfPart(part: NodePart, value: Values[string], schema: Schema): Node {
  const type = schema.nodes[partType(part)]!
  if (part.kind === 'rich')
    return richNode(typeof value === 'string' ? value : '', type.name, schema)
  if (part.kind === 'table')
    return type.create(null, tableContent((value as BlockTable | undefined) ?? emptyTable, schema))
  if (part.kind === 'picture') {
    const picture = value as BlockPicture | undefined
    const { caption = '', ...attributes } = picture ?? {}
    return type.create(attributes, part.caption ? text(caption, schema) : null)
  }
  if (part.kind === 'link') {
    const link = value as BlockLink | undefined
    // Without a choice of jobs, all of them.
    const first = part.canonical === jobsAddress ? '/jobs' : ''
    return type.create({ href: link?.href ?? first }, text(link?.text ?? '', schema))
  }
  const written = typeof value === 'string' ? value : ''
  return type.create(null, part.kind === 'lines' ? lines(written, schema) : text(written, schema))
}

const choicesFrom = (choices: { name: string }[], values: Values) =>
  Object.fromEntries(
    choices.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )

/** The node of an entry of a block, with what it has. */
export function nodeOfEntry(block: Block['name'], values: Values, schema: Schema): Node {
  const several = kindOf(block).entries!
  const type = entryType(block)
  const held = heldPart(several)
  if (held) {
    const html = values[held.name]
    return richNode(typeof html === 'string' ? html : '', type, schema, isPictureText)
  }
  return schema.nodes[type]!.create(
    choicesFrom(choicesIn(several.parts), values),
    nodePartsIn(several.parts).map((part) => nodeOfPart(part, values[part.name], schema)),
  )
}

/** What the node of a block holds: every part, also those that are empty. */
export function contentOf({ name, values, entries }: Block, schema: Schema): Fragment {
  const kind = kindOf(name)
  const parts = nodePartsIn(kind.parts).map((part) => nodeOfPart(part, values[part.name], schema))
  const several = entries.map((entry) => nodeOfEntry(name, entry, schema))
  if (!kind.entries?.list) return Fragment.from([...parts, ...several])
  return Fragment.from([...parts, schema.nodes[listType(name)]!.create(null, several)])
}

export function nodeOf(block: Block, schema: Schema): Node {
  const type = schema.nodes[blockType(block.name)]!
  const attributes = choicesFrom(choicesOfBlock(block.name), block.values)
  return type.create(attributes, kindOf(block.name).isRule ? null : contentOf(block, schema))
}

const textIn = (node: Node) =>
  node.textBetween(0, node.content.size, '', ({ type }) => (type.name === 'hardBreak' ? '\n' : ''))

function tableIn(node: Node): BlockTable {
  const rows: string[][] = []
  for (const part of node.children)
    for (const row of part.children)
      rows.push(row.children.map((cell) => richHtml(cell.content, node.type.schema)))
  return { head: node.firstChild?.type.name === 'tableHead', rows }
}

/** What the node of a part holds; undefined if it is empty. */
export function valueIn(node: Node, part: NodePart): Values[string] {
  if (part.kind === 'rich')
    return withoutEmptyEnd(richHtml(node.content, node.type.schema)) || undefined
  if (part.kind === 'table') return tableIn(node)
  const written = textIn(node)
  if (part.kind === 'picture') {
    const { src, alt, width, height } = node.attrs
    return src ? { src, alt, width, height, caption: written } : undefined
  }
  if (part.kind === 'link') {
    const { href } = node.attrs
    return written || href ? { text: written, href } : undefined
  }
  return written || undefined
}

const valuesIn = (node: Node, parts: NodePart[]): Values =>
  Object.fromEntries(parts.map((part, at) => [part.name, valueIn(node.child(at), part)]))

function entryIn(node: Node): Values {
  const several = entriesOf(node)!
  const held = heldPart(several)
  const choices = choicesFrom(choicesIn(several.parts), node.attrs)
  if (held) return { ...choices, [held.name]: valueIn(node, held) }
  return { ...choices, ...valuesIn(node, nodePartsIn(several.parts)) }
}

/** The entries’ nodes of a block’s, which its list holds where it has one. */
export function entryNodesIn(node: Node): Node[] {
  const name = nameOf(node)
  const several = name && kindOf(name).entries
  if (!several) return []
  if (several.list) return [...(node.lastChild?.children ?? [])]
  return node.children.filter((child) => entriesOf(child))
}

const blocks = new WeakMap<Node, Block>()

/** The block that a node is, complete or not. Nodes never change, so each is read once. */
export function blockIn(node: Node): Block {
  const known = blocks.get(node)
  if (known) return known
  const name = nameOf(node)!
  const block: Block = {
    name,
    values: {
      ...choicesFrom(choicesOfBlock(name), node.attrs),
      ...valuesIn(node, nodePartsIn(kindOf(name).parts)),
    },
    entries: entryNodesIn(node).map(entryIn),
  }
  blocks.set(node, block)
  return block
}

export const htmlIn = (node: Node) => toHtml(blockIn(node))
