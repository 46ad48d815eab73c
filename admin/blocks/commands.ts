import type { Editor } from '@tiptap/core'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { parseContent } from '../ui/editor/content.ts'
import { caretInLine } from '../ui/editor/keep-selected.ts'

/** What the editor asks its toolbar to open. */
export const openEvent = 'foyer-block'
export type Asked = { edit: number } | { insert: true }

export const ask = (editor: Editor, detail: Asked) =>
  editor.view.dom.dispatchEvent(new CustomEvent(openEvent, { detail }))

/** The element of the document in which the selection is: its index, start and node. */
function current({ doc, selection: { $from } }: EditorState) {
  const index = Math.min($from.index(0), doc.childCount - 1)
  let start = 0
  for (let at = 0; at < index; at++) start += doc.child(at).nodeSize
  return { index, start, node: doc.child(index) }
}

const selectAt = (tr: Transaction, start: number, offset: number) =>
  tr.doc.nodeAt(start)?.isAtom
    ? tr.setSelection(NodeSelection.create(tr.doc, start))
    : tr.setSelection(TextSelection.near(tr.doc.resolve(start + offset)))

/** Moves what the selection is in by one place; false at the end. */
export function move({ state, view }: Editor, by: -1 | 1): boolean {
  const { index, start, node } = current(state)
  const other = state.doc.maybeChild(index + by)
  if (!other) return false
  const to = by < 0 ? start - other.nodeSize : start + other.nodeSize
  const tr = state.tr.delete(start, start + node.nodeSize).insert(to, node)
  view.dispatch(selectAt(tr, to, state.selection.from - start).scrollIntoView())
  return true
}

export function duplicate({ state, view }: Editor): boolean {
  const { start, node } = current(state)
  const to = start + node.nodeSize
  view.dispatch(selectAt(state.tr.insert(to, node), to, 1).scrollIntoView())
  return true
}

/** Begins a paragraph below, or above. */
export function writeBeside({ state, view }: Editor, where: 'above' | 'below') {
  const { start, node } = current(state)
  view.dispatch(caretInLine(state.tr, where === 'above' ? start : start + node.nodeSize))
  view.focus()
}

/**
 * Puts HTML of a page below what the selection is in; in its place, if that is an empty line. The
 * caret is then in a line below it.
 */
export function insert(editor: Editor, html: string) {
  const { state, view } = editor
  const { start, node } = current(state)
  const { content } = parseContent(html, editor.schema, isPageText)
  const end = start + node.nodeSize
  const isLine = node.type.name === 'paragraph' && node.content.size === 0
  const from = isLine ? start : end
  const tr = state.tr.replaceWith(from, end, content)
  view.dispatch(caretInLine(tr, from + content.size))
  view.focus()
}

export const replace = ({ state, view }: Editor, at: number, html: string) => {
  const tr = state.tr.setNodeMarkup(at, undefined, { html })
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)))
  view.focus()
}
