import { type Attributes, Extension, Node } from '@tiptap/core'
import type { DOMOutputSpec, Schema } from '@tiptap/pm/model'
import { canonicalAddress } from '#api/core/rich-text/contract/address.ts'
import {
  type BlockName,
  blockNames,
  type Entries,
  kindOf,
} from '#api/website/blocks/contract/kinds.ts'
import { sitePath } from '../../lib/site-address.ts'
import { contentOf } from './convert.ts'
import { foreignRules } from './foreign.ts'
import {
  blockType,
  type Choice,
  choicesIn,
  choicesOfBlock,
  entryType,
  heldPart,
  listType,
  type NodePart,
  nodePartsIn,
  partType,
} from './kinds-of-nodes.ts'
import { blockOf } from './parse.ts'

const richText = '(paragraph | heading | bulletList | orderedList)+'

const choiceAttributes = (choices: Choice[]): Attributes =>
  Object.fromEntries(
    choices.map(({ name, options }) => [
      name,
      {
        default: options[0],
        rendered: false,
        parseHTML: (element: HTMLElement) => {
          const given = element.getAttribute(`data-${name}`)
          return options.find((option) => option === given) ?? options[0]
        },
      },
    ]),
  )

/** As `toHtml` writes them. */
const written = (choices: Choice[], attributes: Record<string, string>) =>
  Object.fromEntries(
    choices
      .filter(({ name, options, unwritten }) => !unwritten || attributes[name] !== options[0])
      .map(({ name }) => [`data-${name}`, attributes[name]]),
  )

const given = (names: Record<string, unknown>): Attributes =>
  Object.fromEntries(
    Object.entries(names).map(([name, value]) => [name, { default: value, rendered: false }]),
  )

/** `upload`: that of the picture, while it runs. */
const pictureAttributes = { src: '', alt: '', width: null, height: null, upload: null }

/** Each is written as it is stored, around the hole for its text. */
function outputOf(part: NodePart, attrs: Record<string, string>): DOMOutputSpec {
  if (part.kind === 'picture') {
    const { src = '', alt, width, height } = attrs
    const size = width && height ? { width, height } : {}
    const image: DOMOutputSpec = src
      ? ['img', { src: sitePath(src), alt, ...size }]
      : ['span', { 'data-no-picture': '', contenteditable: 'false' }]
    const attributes = src ? {} : { 'data-empty': '' }
    return part.caption
      ? ['figure', attributes, image, ['figcaption', 0]]
      : ['figure', attributes, image]
  }
  if (part.kind === 'link') {
    // While it is typed, it may be none.
    const href = canonicalAddress(attrs.href ?? '')
    const address = href ? { href, rel: 'noopener noreferrer' } : {}
    return ['p', { 'data-part': part.name }, ['a', address, 0]]
  }
  if (part.kind === 'table') return ['table', 0]
  if (part.kind === 'rich') return [part.tag ?? 'div', 0]
  const attributes = part.tag === 'p' ? { 'data-part': part.name } : {}
  return part.strong ? [part.tag, attributes, ['strong', 0]] : [part.tag, attributes, 0]
}

const contents = {
  line: 'text*',
  link: 'text*',
  lines: '(text | hardBreak)*',
  rich: richText,
  table: '(tableHead tableBody?) | tableBody',
  picture: '',
} as const

const partNode = (part: NodePart) =>
  Node.create({
    name: partType(part),
    content: part.kind === 'picture' && part.caption ? 'text*' : contents[part.kind],
    atom: part.kind === 'picture' && !part.caption,
    ...(part.kind !== 'rich' && part.kind !== 'table' && { marks: '' }),
    isolating: true,
    defining: true,
    selectable: part.kind === 'picture',
    draggable: false,
    addAttributes() {
      if (part.kind === 'picture') return given(pictureAttributes)
      return part.kind === 'link' ? given({ href: '' }) : {}
    },
    renderHTML: ({ node }) => outputOf(part, node.attrs),
  })

const sequence = (parts: NodePart[]) => parts.map(partType).join(' ')

function entryNode(name: BlockName, several: Entries) {
  const choices = choicesIn(several.parts)
  const held = heldPart(several)
  const open = several.tag === 'details' ? { open: '' } : {}
  return Node.create({
    name: entryType(name),
    content: held ? 'block+' : sequence(nodePartsIn(several.parts)),
    isolating: true,
    defining: true,
    selectable: false,
    addAttributes: () => choiceAttributes(choices),
    renderHTML: ({ node }) => [several.tag, { ...written(choices, node.attrs), ...open }, 0],
  })
}

const listNode = (name: BlockName, { list, min, max }: Entries) =>
  Node.create({
    name: listType(name),
    content: `${entryType(name)}{${min},${max}}`,
    isolating: true,
    selectable: false,
    renderHTML: () => [list ?? 'ul', 0],
  })

function contentOfBlock(name: BlockName): string {
  const { parts, entries } = kindOf(name)
  const more = entries && `${entryType(name)}{${entries.min},${entries.max}}`
  return [sequence(nodePartsIn(parts)), entries?.list ? listType(name) : more]
    .filter(Boolean)
    .join(' ')
}

function blockNode(name: BlockName) {
  const choices = choicesOfBlock(name)
  const { isRule } = kindOf(name)
  return Node.create({
    name: blockType(name),
    // Only of the document: a list would lose it when it is saved.
    group: 'page',
    content: contentOfBlock(name),
    atom: Boolean(isRule),
    isolating: true,
    defining: true,
    draggable: true,
    selectable: true,
    addAttributes: () => choiceAttributes(choices),
    parseHTML() {
      const { editor } = this
      return [
        {
          tag: `section[data-block="${name}"]`,
          priority: 100,
          getAttrs: (element) => (blockOf(element) ? null : false),
          ...(!isRule && {
            getContent: (element: globalThis.Node, schema: Schema) =>
              contentOf(blockOf(element as Element)!, schema),
          }),
        },
        // Without an editor it is stored text that is parsed.
        ...foreignRules(name, () => editor?.schema),
      ]
    },
    renderHTML: ({ node }) => [
      'section',
      { 'data-block': name, ...written(choices, node.attrs) },
      isRule ? ['hr'] : 0,
    ],
  })
}

const tableNode = (name: string, content: string, tag: string, isCell = false) =>
  Node.create({
    name,
    content,
    isolating: isCell,
    defining: isCell,
    selectable: false,
    renderHTML: () => [tag, 0],
  })

const tableNodes = (maxColumns: number, maxRows: number) => [
  tableNode('tableHead', 'tableHeadRow', 'thead'),
  tableNode('tableBody', `tableRow{1,${maxRows}}`, 'tbody'),
  tableNode('tableHeadRow', `tableHeadCell{1,${maxColumns}}`, 'tr'),
  tableNode('tableRow', `tableCell{1,${maxColumns}}`, 'tr'),
  tableNode('tableHeadCell', 'inline*', 'th', true),
  tableNode('tableCell', 'inline*', 'td', true),
]

/**
 * A paragraph that a list item holds without a tag of its own, as other programs write it: it is
 * stored as it was.
 */
export const BareParagraphs = Extension.create({
  name: 'bareParagraphs',
  addGlobalAttributes: () => [
    {
      types: ['paragraph'],
      attributes: {
        bare: {
          default: false,
          parseHTML: (element) => element.hasAttribute('data-bare'),
          renderHTML: ({ bare }) => (bare ? { 'data-bare': '' } : {}),
        },
      },
    },
  ],
})

/** The nodes of the blocks with these names, made from the table of kinds. */
export function nodesOfBlocks(given: readonly BlockName[] = blockNames) {
  const parts = new Map<string, Node>()
  const nodes = given.flatMap((name) => {
    const { parts: own, entries } = kindOf(name)
    const several = entries && !heldPart(entries) ? nodePartsIn(entries.parts) : []
    for (const part of [...nodePartsIn(own), ...several])
      if (!parts.has(partType(part))) parts.set(partType(part), partNode(part))
    return [
      blockNode(name),
      ...(entries ? [entryNode(name, entries)] : []),
      ...(entries?.list ? [listNode(name, entries)] : []),
      ...own.flatMap((part) =>
        part.kind === 'table' ? tableNodes(part.maxColumns, part.maxRows) : [],
      ),
    ]
  })
  return [...nodes, ...parts.values()]
}
