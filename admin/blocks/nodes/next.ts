import { closeHistory } from '@tiptap/pm/history'
import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state'
import { emptyEntry } from '#api/website/blocks/contract/block.ts'
import { caretInLine } from '../../ui/editor/keep-selected.ts'
import { caretInFirst } from './commands.ts'
import { nodeOfEntry } from './convert.ts'
import { currentBlock, depthOf, isBlockChosen } from './current.ts'
import { isBlank } from './cut.ts'
import { entriesOf, isPart, nameOf } from './kinds-of-nodes.ts'

/** The caret at the end of the text of the part at a position. */
const caretInPart = (tr: Transaction, at: number) => {
  const node = tr.doc.nodeAt(at)!
  const inside = node.isTextblock ? at + 1 + node.content.size : at + 1
  return tr.setSelection(Selection.near(tr.doc.resolve(inside))).scrollIntoView()
}

/** To the empty paragraph below the block, which is added if it is missing. */
export function goBelowBlock(state: EditorState, tr = state.tr): Transaction | undefined {
  const current = currentBlock(state)
  if (!current) return undefined
  const end = tr.mapping.map(current.pos + current.node.nodeSize)
  return caretInLine(tr, end)
}

/**
 * From a part to the next; from the last of an entry to a new entry, from an empty last entry and
 * from the last part of a block to a paragraph below. Undefined outside of blocks.
 */
export function goNext(state: EditorState, tr = state.tr): Transaction | undefined {
  const { $from } = state.selection
  const current = currentBlock(state)
  if (!current) return undefined
  const depth = depthOf($from, isPart)
  const holderDepth = depthOf($from, (node) => entriesOf(node) || nameOf(node))
  if (holderDepth === undefined) return goBelowBlock(state, tr)
  const holder = $from.node(holderDepth)
  if (depth !== undefined || state.selection instanceof NodeSelection) {
    let at = $from.start(holderDepth)
    const index = $from.index(holderDepth)
    for (let child = 0; child < holder.childCount; child++) {
      const node = holder.child(child)
      if (child > index && isPart(node) && !node.isAtom) return caretInPart(tr, tr.mapping.map(at))
      at += node.nodeSize
    }
  }
  const { entry, several, entryCount } = current
  if (!entry || !several) return goBelowBlock(state, tr)
  const isLast = entry.index === entryCount - 1
  if (isBlank(entry.node) && isLast && entryCount > several.min) {
    tr.delete(tr.mapping.map(entry.pos), tr.mapping.map(entry.pos + entry.node.nodeSize))
    return goBelowBlock(state, tr)
  }
  if (entryCount >= several.max) return goBelowBlock(state, tr)
  const at = tr.mapping.map(entry.pos + entry.node.nodeSize)
  const next = nodeOfEntry(current.name, emptyEntry(several.parts), state.schema)
  return caretInFirst(closeHistory(tr.insert(at, next)), at).scrollIntoView()
}

/** Into a chosen block: the caret in its first text. Undefined for a block without text. */
export function goInto(state: EditorState): Transaction | undefined {
  if (!isBlockChosen(state)) return undefined
  const { from } = state.selection
  const tr = caretInFirst(state.tr, from)
  return tr.selectionSet ? tr.scrollIntoView() : goBelowBlock(state)
}
