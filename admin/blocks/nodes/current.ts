import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { describe, problemOf, type Values } from '#api/website/blocks/contract/block.ts'
import { type BlockName, type Entries, kindOf } from '#api/website/blocks/contract/kinds.ts'
import { blockIn, entryNodesIn, valueIn } from './convert.ts'
import {
  type Choice,
  choicesIn,
  choicesOfBlock,
  entriesOf,
  heldPart,
  type NodePart,
  nameOf,
  partAt,
} from './kinds-of-nodes.ts'

type Chosen = { choice: Choice; value: string }

/** A part of a block or entry: where its node starts, and what it holds. */
export type CurrentPart = {
  part: NodePart
  pos: number
  value: Values[string]
  /** What it still needs, as a sentence. */
  problem: string | undefined
}

export type CurrentBlock = {
  name: BlockName
  /** Where its node starts. */
  pos: number
  node: Node
  /** As in 'Numbers, 4 numbers'. */
  label: string
  /** Whether the whole block is chosen, rather than the caret in it. */
  isChosen: boolean
  /** Width and tone last. */
  choices: Chosen[]
  parts: CurrentPart[]
  /** What the block has several of; undefined for a kind that has no entries. */
  several: Entries | undefined
  entryCount: number
  /** The entry that the caret is in. */
  entry:
    | { index: number; pos: number; node: Node; choices: Chosen[]; parts: CurrentPart[] }
    | undefined
  /** The part that the caret is in, of the entry or of the block. */
  field: CurrentPart | undefined
  /** The row and column of a table that the caret is in. */
  cell: { row: number; column: number; pos: number } | undefined
}

const chosen = (choices: Choice[], node: Node): Chosen[] =>
  choices.map((choice) => ({ choice, value: node.attrs[choice.name] }))

function partsOf(holder: Node, pos: number): CurrentPart[] {
  const several = entriesOf(holder)
  const held = several && heldPart(several)
  const made = (part: NodePart, node: Node, at: number): CurrentPart => {
    const value = valueIn(node, part)
    return { part, pos: at, value, problem: problemOf(part, value) }
  }
  if (held) return [made(held, holder, pos)]
  const parts: CurrentPart[] = []
  holder.forEach((child, offset, at) => {
    const part = partAt(holder, at)
    if (part) parts.push(made(part, child, pos + 1 + offset))
  })
  return parts
}

/** The depth of what is found first from the inside; undefined if nothing is. */
export function depthOf($pos: ResolvedPos, is: (node: Node) => unknown): number | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) if (is($pos.node(depth))) return depth
  return undefined
}

/** Where the block is that the selection is in, or that is chosen. */
export function blockPos({ selection }: EditorState): number | undefined {
  if (selection instanceof NodeSelection && nameOf(selection.node)) return selection.from
  const depth = depthOf(selection.$from, nameOf)
  return depth === undefined ? undefined : selection.$from.before(depth)
}

export const isBlockChosen = ({ selection }: EditorState) =>
  selection instanceof NodeSelection && nameOf(selection.node) !== undefined

function cellOf($from: ResolvedPos): CurrentBlock['cell'] {
  const depth = depthOf($from, ({ type }) => /^table(?:Head)?Cell$/.test(type.name))
  if (depth === undefined) return undefined
  const table = $from.node(depth - 3)
  const isBody = $from.node(depth - 2).type.name === 'tableBody'
  const above = isBody && table.firstChild?.type.name === 'tableHead' ? 1 : 0
  return {
    row: $from.index(depth - 2) + above,
    column: $from.index(depth - 1),
    pos: $from.before(depth),
  }
}

/** The block, entry and part that the selection is in; undefined in text between blocks. */
export function currentBlock(state: EditorState): CurrentBlock | undefined {
  const pos = blockPos(state)
  const node = pos === undefined ? null : state.doc.nodeAt(pos)
  const name = nameOf(node)
  if (pos === undefined || !node || !name) return undefined
  const { $from, from } = state.selection
  const isChosen = isBlockChosen(state)
  const block = blockIn(node)
  const depth = isChosen ? undefined : depthOf($from, entriesOf)
  const inner = depth === undefined ? undefined : $from.node(depth)
  const entry =
    depth !== undefined && inner
      ? {
          index: entryNodesIn(node).indexOf(inner),
          pos: $from.before(depth),
          node: inner,
          choices: chosen(choicesIn(entriesOf(inner)!.parts), inner),
          parts: partsOf(inner, $from.before(depth)),
        }
      : undefined
  const parts = partsOf(node, pos)
  const isIn = (one: CurrentPart) =>
    one.pos <= from && from < one.pos + (state.doc.nodeAt(one.pos)?.nodeSize ?? 0)
  return {
    name,
    pos,
    node,
    label: describe(block),
    isChosen,
    choices: chosen(choicesOfBlock(name), node),
    parts,
    several: kindOf(name).entries,
    entryCount: block.entries.length,
    entry,
    field: isChosen ? undefined : (entry?.parts ?? parts).find(isIn),
    cell: isChosen ? undefined : cellOf($from),
  }
}
