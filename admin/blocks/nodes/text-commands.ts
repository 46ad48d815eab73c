import { Extension } from '@tiptap/core'
import type { Attrs, Node, NodeType } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { liftTarget } from '@tiptap/pm/transform'

/** Text that is no part of a block, and no caption: only it may become another kind of text. */
const isFree = (node: Node) => node.isTextblock && !node.type.spec.isolating

type Found = { node: Node; from: number; to: number }

const freeTexts = (tr: Transaction): Found[] => {
  const found: Found[] = []
  for (const { $from, $to } of tr.selection.ranges)
    tr.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (isFree(node)) found.push({ node, from: at, to: at + node.nodeSize })
    })
  return found
}

/** Lifts text out of its lists, and makes it paragraphs. */
function clear(tr: Transaction) {
  const start = tr.mapping.maps.length
  for (const { from, to } of freeTexts(tr)) {
    const mapping = tr.mapping.slice(start)
    const $start = tr.doc.resolve(mapping.map(from))
    const range = $start.blockRange(tr.doc.resolve(mapping.map(to)))
    if (!range) continue
    const target = liftTarget(range)
    const { defaultType } = $start.parent.contentMatchAt($start.index())
    tr.setNodeMarkup(range.start, defaultType)
    if (target !== null) tr.lift(range, target)
  }
}

/** False if none of the selected text may be of this type where it stands. */
function setType(tr: Transaction, type: NodeType, attributes: Attrs): boolean {
  let changes = false
  for (const { node, from, to } of freeTexts(tr)) {
    const $at = tr.doc.resolve(from)
    if (!$at.parent.canReplaceWith($at.index(), $at.index() + 1, type)) continue
    changes = true
    tr.setBlockType(from + 1, to - 1, type, { ...node.attrs, ...attributes })
  }
  return changes
}

/** The tools for text, which Tiptap lets turn a picture’s caption into a heading without a picture. */
export const TextCommands = Extension.create({
  name: 'textCommands',
  // The last of a name counts.
  priority: 10,
  addCommands: () => ({
    setNode:
      (given, attributes = {}) =>
      ({ state, tr, dispatch }) => {
        const type = typeof given === 'string' ? state.schema.nodes[given]! : given
        if (!dispatch) return freeTexts(tr).length > 0
        if (setType(tr, type, attributes)) return true
        clear(tr)
        return setType(tr, type, attributes)
      },
    clearNodes:
      () =>
      ({ tr, dispatch }) => {
        if (dispatch) clear(tr)
        return true
      },
  }),
})
