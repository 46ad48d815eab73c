import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { depthOf } from './current.ts'
import { nameOf } from './kinds-of-nodes.ts'

/** The innermost part, cell or caption around a position; 0 is the document. */
const holderDepth = ($pos: ResolvedPos) => depthOf($pos, ({ type }) => type.spec.isolating) ?? 0

/** Whether a selection of text begins in one part and ends in another, or outside of blocks. */
function isAcross({ selection }: EditorState): boolean {
  const { $from, $to } = selection
  if (!(selection instanceof TextSelection) || selection.empty) return false
  const depth = holderDepth($from)
  return depth !== holderDepth($to) || $from.start(depth) !== $to.start(holderDepth($to))
}

/**
 * Deletes from the last to the first: what is selected whole goes where its holder can be without
 * it, of all other text only what is selected; nothing is joined. ProseMirror would pull half a
 * block into the text above it.
 */
function cutEach(tr: Transaction, from: number, to: number): Transaction {
  const cutIn = (node: Node, start: number) => {
    const children: { child: Node; at: number }[] = []
    node.forEach((child, offset) => {
      children.unshift({ child, at: start + offset })
    })
    for (const { child, at } of children) {
      const end = at + child.nodeSize
      if (end <= from || at >= to) continue
      if (child.isText) tr.delete(Math.max(from, at), Math.min(to, end))
      else if (from <= at && end <= to && isSpare(tr, at)) tr.delete(at, end)
      else if (child.isAtom && child.attrs.src) {
        for (const [name, value] of Object.entries({ src: '', alt: '', width: null, height: null }))
          tr.setNodeAttribute(at, name, value)
      } else cutIn(child, at + 1)
    }
  }
  cutIn(tr.doc, 0)
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size))))
}

function isSpare(tr: Transaction, at: number): boolean {
  const $at = tr.doc.resolve(at)
  return $at.parent.canReplace($at.index(), $at.index() + 1)
}

/** Deletes a selection across edges; undefined for any other selection. */
export function cutAcross(state: EditorState): Transaction | undefined {
  if (!isAcross(state)) return undefined
  const { from, to } = state.selection
  return cutEach(state.tr, from, to).scrollIntoView()
}

/** Whether there is neither text nor a picture in a node. */
export function isBlank(node: Node): boolean {
  let blank = node.textContent === ''
  node.descendants((child) => {
    if (child.attrs.src || nameOf(child)) blank = false
  })
  return blank
}
