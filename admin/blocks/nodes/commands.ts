import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Selection, type Transaction } from '@tiptap/pm/state'
import { type Block, emptyBlock, emptyEntry } from '#api/website/blocks/contract/block.ts'
import { type BlockName, type BlockPicture, kindOf } from '#api/website/blocks/contract/kinds.ts'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { parseContent } from '../../ui/editor/content.ts'
import { caretInLine } from '../../ui/editor/keep-selected.ts'
import { entryNodesIn, nodeOf, nodeOfEntry } from './convert.ts'
import { type CurrentPart, currentBlock, isBlockChosen } from './current.ts'
import { isPart, nameOf } from './kinds-of-nodes.ts'

const dispatch = (editor: Editor, tr: Transaction) => {
  editor.view.dispatch(closeHistory(tr).scrollIntoView())
  return true
}

/** The element of the document in which the selection is: its index, start and node. */
function currentElement(editor: Editor) {
  const { doc, selection } = editor.state
  const { $from } = selection
  const index = Math.min($from.index(0), doc.childCount - 1)
  let start = 0
  for (let at = 0; at < index; at++) start += doc.child(at).nodeSize
  return { index, start, node: doc.child(index) }
}

/** Selects in a moved or copied element what was selected in it before. */
function reselect(tr: Transaction, editor: Editor, from: number, to: number) {
  const { selection } = editor.state
  const shift = to - from
  if (selection instanceof NodeSelection)
    return tr.setSelection(NodeSelection.create(tr.doc, selection.from + shift))
  return tr.setSelection(Selection.near(tr.doc.resolve(selection.from + shift)))
}

/** Moves the block, or the text that the caret is in, by one place; false at the end. */
export function moveBlock(editor: Editor, by: -1 | 1): boolean {
  const { state } = editor
  const { index, start, node } = currentElement(editor)
  const other = state.doc.maybeChild(index + by)
  if (!other) return false
  const to = by < 0 ? start - other.nodeSize : start + other.nodeSize
  const tr = state.tr.delete(start, start + node.nodeSize).insert(to, node)
  return dispatch(editor, reselect(tr, editor, start, to))
}

export function duplicateBlock(editor: Editor): boolean {
  const { start, node } = currentElement(editor)
  const to = start + node.nodeSize
  return dispatch(editor, reselect(editor.state.tr.insert(to, node), editor, start, to))
}

export function deleteBlock(editor: Editor): boolean {
  const current = currentBlock(editor.state)
  if (!current) return false
  const { tr } = editor.state
  tr.delete(current.pos, current.pos + current.node.nodeSize)
  return dispatch(editor, tr.setSelection(Selection.near(tr.doc.resolve(current.pos), 1)))
}

/** Chooses the whole block that the caret is in. */
export function chooseBlock(editor: Editor, pos?: number): boolean {
  const at = pos ?? currentBlock(editor.state)?.pos
  if (at === undefined || !nameOf(editor.state.doc.nodeAt(at))) return false
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)))
  return true
}

/** Sets a choice of the block; of the entry that the caret is in, if it is one of the entry's. */
export function setChoice(editor: Editor, name: string, value: string): boolean {
  const current = currentBlock(editor.state)
  const ofEntry = current?.entry?.choices.some(({ choice }) => choice.name === name)
  const holder = ofEntry ? current?.entry : current
  if (!holder) return false
  const isChosen = isBlockChosen(editor.state)
  const tr = editor.state.tr.setNodeAttribute(holder.pos, name, value)
  if (isChosen) tr.setSelection(NodeSelection.create(tr.doc, holder.pos))
  return dispatch(editor, tr)
}
export const setWidth = (editor: Editor, width: string) => setChoice(editor, 'width', width)
export const setTone = (editor: Editor, tone: string) => setChoice(editor, 'tone', tone)

/** The part at a position; without one, that of the caret, or the block’s or entry’s only one. */
function partFor(editor: Editor, kind: 'picture' | 'link', pos?: number): CurrentPart | undefined {
  const current = currentBlock(editor.state)
  const parts = [...(current?.entry?.parts ?? []), ...(current?.parts ?? [])]
  if (pos !== undefined) return parts.find((one) => one.pos === pos)
  if (current?.field?.part.kind === kind) return current.field
  return parts.find(({ part }) => part.kind === kind)
}

/** The last change of a part, and the document that it made. */
const lastSet = new WeakMap<Editor, { change: string; doc: Node }>()

/** Changes of the same attributes in a row, as while they are typed, are undone together. */
function setPart(editor: Editor, at: number, attributes: Record<string, unknown>) {
  const { selection, tr, doc } = editor.state
  const node = doc.nodeAt(at)!
  const names = Object.keys(attributes).filter((name) => attributes[name] !== node.attrs[name])
  if (!names.length) return true
  // An attribute’s step touches no place, and the history groups by place.
  tr.setNodeMarkup(at, null, { ...node.attrs, ...attributes })
  if (selection instanceof NodeSelection)
    tr.setSelection(NodeSelection.create(tr.doc, selection.from))
  const change = `${at} ${names}`
  const last = lastSet.get(editor)
  if (last?.change !== change || last.doc !== doc) closeHistory(tr)
  editor.view.dispatch(tr)
  lastSet.set(editor, { change, doc: editor.state.doc })
  return true
}

/** Puts a picture of the library into a part, or takes it out; its caption stays. */
export function setPicture(
  editor: Editor,
  picture: Omit<BlockPicture, 'caption'> | undefined,
  pos?: number,
): boolean {
  const part = partFor(editor, 'picture', pos)
  if (!part) return false
  const { src, alt, width, height } = picture ?? { src: '', alt: '', width: null, height: null }
  return setPart(editor, part.pos, { src, alt, width, height })
}

function linkFor(editor: Editor, pos: number | undefined) {
  const found = partFor(editor, 'link', pos)
  const node = found && editor.state.doc.nodeAt(found.pos)
  if (found?.part.kind !== 'link' || !node) return undefined
  return { pos: found.pos, part: found.part, href: node.attrs.href as string }
}

/** Sets the address of a link’s part as it is typed: `unfinished` says what is wrong with it. */
export function setAddress(editor: Editor, address: string, pos?: number): boolean {
  const link = linkFor(editor, pos)
  return Boolean(link) && setPart(editor, link!.pos, { href: address })
}

/** Spells an address that has been typed as it is stored. */
export function finishAddress(editor: Editor, pos?: number) {
  const link = linkFor(editor, pos)
  if (!link) return
  const href = link.part.canonical(link.href) ?? link.href.trim()
  if (href === link.href) return
  // Undo takes back what was typed, not the spelling of it.
  const tr = editor.state.tr.setNodeAttribute(link.pos, 'href', href)
  const { selection } = editor.state
  if (selection instanceof NodeSelection)
    tr.setSelection(NodeSelection.create(tr.doc, selection.from))
  editor.view.dispatch(tr.setMeta('addToHistory', false))
}

/** The caret in the first text of a block or entry; the part itself where a picture is required. */
export function caretInFirst(tr: Transaction, pos: number): Transaction {
  let picture: number | undefined
  let text: number | undefined
  const holder = tr.doc.nodeAt(pos)
  holder?.descendants((node, offset) => {
    if (text !== undefined) return false
    if (node.type.name === 'part_picture_picture_caption') picture ??= pos + 1 + offset
    if (node.isTextblock) text ??= pos + 2 + offset
    return !isPart(node) || !node.isAtom
  })
  if (picture !== undefined) return tr.setSelection(NodeSelection.create(tr.doc, picture))
  if (text !== undefined) return tr.setSelection(Selection.near(tr.doc.resolve(text)))
  return tr
}

/** Adds an entry below the one with the caret, or at the end; false if there are as many as may be. */
export function addEntry(editor: Editor, values?: Block['values']): boolean {
  const current = currentBlock(editor.state)
  if (!current?.several || current.entryCount >= current.several.max) return false
  const end = current.pos + current.node.nodeSize - (current.several.list ? 2 : 1)
  const at = current.entry ? current.entry.pos + current.entry.node.nodeSize : end
  const filled = { ...emptyEntry(current.several.parts), ...values }
  const entry = nodeOfEntry(current.name, filled, editor.schema)
  return dispatch(editor, caretInFirst(editor.state.tr.insert(at, entry), at))
}

/** Removes the entry that the caret is in; false if there must be as many. */
export function removeEntry(editor: Editor): boolean {
  const current = currentBlock(editor.state)
  if (!current?.several || !current.entry || current.entryCount <= current.several.min) return false
  const { pos, node, index } = current.entry
  const tr = editor.state.tr.delete(pos, pos + node.nodeSize)
  const before = index > 0 ? pos - entryNodesIn(current.node)[index - 1]!.nodeSize : pos
  return dispatch(editor, caretInFirst(tr, before))
}

export function moveEntry(editor: Editor, by: -1 | 1): boolean {
  const current = currentBlock(editor.state)
  const other = current?.entry && entryNodesIn(current.node)[current.entry.index + by]
  if (!current?.entry || !other) return false
  const { pos, node } = current.entry
  const to = by < 0 ? pos - other.nodeSize : pos + other.nodeSize
  const tr = editor.state.tr.delete(pos, pos + node.nodeSize).insert(to, node)
  return dispatch(editor, reselect(tr, editor, pos, to))
}

const isEmptyLine = (node: Node) => node.type.name === 'paragraph' && node.content.size === 0

/** Where something new goes: between two elements; in place of the caret’s line if it is empty. */
function placeFor(editor: Editor, at: number | undefined) {
  if (at !== undefined) return { from: at, to: at }
  const { start, node } = currentElement(editor)
  const to = start + node.nodeSize
  return { from: isEmptyLine(node) ? start : to, to }
}

/**
 * Adds a block, with the caret in its first part; an empty one where only its kind is given. `at`: a
 * position between two elements.
 */
export function insertBlock(editor: Editor, what: BlockName | Block, at?: number): boolean {
  const { from, to } = placeFor(editor, at)
  const block = typeof what === 'string' ? emptyBlock(what) : what
  const node = nodeOf(block, editor.schema)
  const tr = editor.state.tr.replaceWith(from, to, node)
  if (kindOf(block.name).isRule) return dispatch(editor, caretInLine(tr, from + node.nodeSize))
  return dispatch(editor, caretInFirst(tr, from))
}

/** Adds stored HTML of a page, such as a starter page; the caret is then in a line below it. */
export function insertHtml(editor: Editor, html: string, at?: number): boolean {
  const { from, to } = placeFor(editor, at)
  const { content } = parseContent(html, editor.schema, isPageText)
  const tr = editor.state.tr.replaceWith(from, to, content)
  return dispatch(editor, caretInLine(tr, from + content.size))
}
