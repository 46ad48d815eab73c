import type { Editor, JSONContent } from '@tiptap/core'
import { Fragment, type Node, DOMParser as Parser, type Schema } from '@tiptap/pm/model'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import { visibleText } from '#api/core/http/contract/text.ts'
import { withoutEmptyEnd } from '#api/core/rich-text/contract/empty-end.ts'
import { describe, problemOf } from '#api/website/blocks/contract/block.ts'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { elementsOf, spelled } from '../../ui/editor/content.ts'
import { blockIn, htmlIn, markBare, richHtml, valueIn } from './convert.ts'
import { entriesOf, heldPart, type NodePart, nameOf, partAt } from './kinds-of-nodes.ts'

/** A text as it is stored, with its document and the HTML of each of its elements. */
type Stored = { html: string; document: Node; pieces: Map<string, { node: Node; html: string }[]> }

const keyOf = (node: Node) => `${node.type.name} ${node.textContent}`

function read(html: string, schema: Schema): Stored {
  const body = elementsOf(html, isPageText)
  const parser = Parser.fromSchema(schema)
  const sources = [...body.children].map((element) => spelled(element.outerHTML))
  const isWhole = sources.join('') === html
  const document = parser.parse(markBare(body))
  const pieces: Stored['pieces'] = new Map()
  // Only where each element of the text is one of the document is its HTML known.
  if (isWhole && document.childCount === sources.length)
    document.forEach((node, _, at) => {
      const piece = { node, html: sources[at]! }
      pieces.set(keyOf(node), [...(pieces.get(keyOf(node)) ?? []), piece])
    })
  return { html, document, pieces }
}

const storedIn = new WeakMap<Editor, Stored>()
const written = new WeakMap<Node, string>()

/** The document of a page’s stored text. */
export const documentOf = (html: string, schema: Schema): Node => read(html, schema).document

/**
 * Remembers the text that is stored, whose untouched elements are written as they were. The
 * content of the editor stays; `loadText` replaces it.
 */
export function rememberStored(editor: Editor, html: string): Node {
  const stored = read(html, editor.schema)
  storedIn.set(editor, stored)
  return stored.document
}

/** Puts stored text into the editor, outside of its history. */
export function loadText(editor: Editor, html: string) {
  const document = rememberStored(editor, html)
  if (document.eq(editor.state.doc)) return
  const { from } = editor.state.selection
  const { tr } = editor.state
  tr.replaceWith(0, tr.doc.content.size, document.content).setMeta('addToHistory', false)
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size))))
  editor.view.dispatch(tr.setMeta('preventUpdate', true))
}

function htmlOf(node: Node, stored: Stored | undefined): string {
  const known = stored?.pieces.get(keyOf(node))?.find((piece) => piece.node.eq(node))
  if (known) return known.html
  let html = written.get(node)
  if (html === undefined) {
    html = nameOf(node) ? htmlIn(node) : richHtml(Fragment.from(node), node.type.schema)
    written.set(node, html)
  }
  return html
}

/** The text as the server stores it; '' when there is nothing to see. */
export function readText(editor: Editor): string {
  const { doc } = editor.state
  const stored = storedIn.get(editor)
  if (stored?.document.eq(doc)) return stored.html
  const parts = doc.children.map((node) => htmlOf(node, stored))
  const isSeen = doc.children.some(
    (node, at) => nameOf(node) || visibleText(parts[at]!) || parts[at]!.includes('<img '),
  )
  if (!isSeen) return ''
  // Text after the last block ends where something is seen.
  const last = doc.children.findLastIndex((node) => nameOf(node)) + 1
  return parts.slice(0, last).join('') + withoutEmptyEnd(parts.slice(last).join(''))
}

/** The document for the browser’s unsaved copy: a block that is not finished keeps its form. */
export const readDocument = (editor: Editor): JSONContent => editor.getJSON()

/** Puts a document of `readDocument` into the editor; false if this editor can’t hold it. */
export function loadDocument(editor: Editor, json: JSONContent): boolean {
  try {
    const document = editor.schema.nodeFromJSON(json)
    document.check()
    const { tr } = editor.state
    tr.replaceWith(0, tr.doc.content.size, document.content).setMeta('addToHistory', false)
    editor.view.dispatch(tr)
    return true
  } catch {
    return false
  }
}

type Unfinished = {
  /** Of the part: for `choosePart`. */
  pos: number
  /** As in 'Numbers, 4 numbers: Number is required'. */
  sentence: string
  part: NodePart
}

/** The parts of a holder that lack something. */
function problemsIn(holder: Node, start: number): Unfinished[] {
  const found: Unfinished[] = []
  holder.forEach((child, offset, at) => {
    const part = partAt(holder, at)
    const sentence = part && problemOf(part, valueIn(child, part))
    if (part && sentence) found.push({ pos: start + offset, sentence, part })
  })
  return found
}

function problemsInEntry(entry: Node, pos: number): Unfinished[] {
  const several = entriesOf(entry)!
  const held = heldPart(several)
  if (!held) return problemsIn(entry, pos + 1)
  const sentence = problemOf(held, valueIn(entry, held))
  return sentence ? [{ pos, sentence, part: held }] : []
}

const unfinishedIn = new WeakMap<Node, Unfinished[]>()

/** With positions from the start of the block. */
function unfinishedOf(block: Node): Unfinished[] {
  const known = unfinishedIn.get(block)
  if (known) return known
  const name = describe(blockIn(block))
  const found = problemsIn(block, 1)
  block.descendants((node, offset) => {
    if (entriesOf(node)) found.push(...problemsInEntry(node, offset + 1))
    return !entriesOf(node)
  })
  const named = found.map((one) => ({ ...one, sentence: `${name}: ${one.sentence}` }))
  unfinishedIn.set(block, named)
  return named
}

/** What blocks still need before they may be stored, in the order of the page. */
export function unfinished(editor: Editor): Unfinished[] {
  const found: Unfinished[] = []
  editor.state.doc.forEach((node, start) => {
    if (!nameOf(node)) return
    for (const one of unfinishedOf(node)) found.push({ ...one, pos: start + one.pos })
  })
  return found
}

/** Puts the caret into the part at this position, or chooses it if it has no text. */
export function choosePart(editor: Editor, pos: number) {
  const { tr } = editor.state
  const node = tr.doc.nodeAt(pos)
  if (!node) return
  const isPicture = node.type.name.startsWith('part_picture') && !node.attrs.src
  const $inside = tr.doc.resolve(pos + 1)
  const selection =
    node.isAtom || isPicture
      ? NodeSelection.create(tr.doc, pos)
      : Selection.near(node.isTextblock ? tr.doc.resolve(pos + 1 + node.content.size) : $inside)
  editor.view.dispatch(tr.setSelection(selection).scrollIntoView())
  editor.view.focus()
}
