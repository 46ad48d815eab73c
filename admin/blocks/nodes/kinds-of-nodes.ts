/** Which node of the editor stands for which part of a block: names that schema and commands share. */
import type { Node } from '@tiptap/pm/model'
import {
  type BlockName,
  blockNames,
  type Entries,
  kindOf,
  type Part,
  sectionChoices,
} from '#api/website/blocks/contract/kinds.ts'

export type Choice = Extract<Part, { kind: 'choice' }>
/** A part that is a node; choices are attributes. */
export type NodePart = Exclude<Part, Choice>

const word = (name: string) => name.replaceAll('-', '_')
export const blockType = (name: BlockName) => `block_${word(name)}`
export const listType = (name: BlockName) => `list_${word(name)}`
export const entryType = (name: BlockName) => `entry_${word(name)}`

/** One type for each way in which a part is written. */
export function partType(part: NodePart): string {
  const more: (string | false | undefined)[] =
    part.kind === 'line' || part.kind === 'lines'
      ? [part.tag, part.strong && 'strong']
      : part.kind === 'picture'
        ? [part.caption && 'caption']
        : []
  return ['part', part.kind, part.name, ...more.filter(Boolean)].join('_')
}

const isChoice = (part: Part): part is Choice => part.kind === 'choice'
export const choicesIn = (parts: readonly Part[]) => parts.filter(isChoice)
export const nodePartsIn = (parts: readonly Part[]) =>
  parts.filter((part): part is NodePart => !isChoice(part))

/** The choices of a whole block, those of its kind first. */
export const choicesOfBlock = (name: BlockName): Choice[] => [
  ...choicesIn(kindOf(name).parts),
  ...sectionChoices,
]

const names = new Map(blockNames.map((name) => [blockType(name), name]))
const entries = new Map(blockNames.map((name) => [entryType(name), name]))

/** The kind of a block’s node; undefined for any other node. */
export const nameOf = (node: Node | null | undefined): BlockName | undefined =>
  node ? names.get(node.type.name) : undefined

/** What an entry’s node is one of; undefined for any other node. */
export function entriesOf(node: Node | null | undefined): Entries | undefined {
  const name = node ? entries.get(node.type.name) : undefined
  return name && kindOf(name).entries
}

/** The part that an entry itself holds, as a column does. */
export const heldPart = (several: Entries): NodePart | undefined => {
  const [part, ...more] = nodePartsIn(several.parts)
  return part?.kind === 'rich' && part.tag === null && !more.length ? part : undefined
}

export const isPart = (node: Node) => node.type.name.startsWith('part_')

/** The part that a child of a block or an entry is. */
export function partAt(holder: Node, index: number): NodePart | undefined {
  const name = nameOf(holder)
  const parts = name ? kindOf(name).parts : (entriesOf(holder)?.parts ?? [])
  return nodePartsIn(parts)[index]
}
