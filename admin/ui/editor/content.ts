import type { Editor } from '@tiptap/core'
import { type Node, DOMParser as Parser, type Schema } from '@tiptap/pm/model'
import { visibleText } from '#api/core/http/contract/text.ts'
import { withoutEmptyEnd } from '#api/core/rich-text/contract/empty-end.ts'
import { type IsForm, trusted } from '../../lib/trusted-html.ts'

/** The editor's content as the server's sanitizer serializes it; '' when nothing is visible. */
export function readContent(editor: Editor): string {
  const html = editor.getHTML()
  if (visibleText(html) === '' && !html.includes('<hr>')) return ''
  return withoutEmptyEnd(spelled(html))
}

/** HTML serialized by a browser, as the server serializes it. */
export const spelled = (html: string): string =>
  html.replace(/<(br|hr|img [^>]*)>/g, '<$1 />').replaceAll('&nbsp;', '\u00a0')

/** The elements of HTML. Tiptap would parse the bare string, which our Trusted Types policy forbids. */
export const elementsOf = (html: string, isForm?: IsForm): HTMLElement =>
  new DOMParser().parseFromString(trusted(html, isForm), 'text/html').body

export const parseContent = (html: string, schema: Schema, isForm?: IsForm): Node =>
  Parser.fromSchema(schema).parse(elementsOf(html, isForm))

/** Replaces the content, unless the document is the same: caret and undo history survive a save. */
export function replaceContent(editor: Editor, html: string, isForm?: IsForm) {
  const document = parseContent(html, editor.schema, isForm)
  if (document.eq(editor.state.doc)) return
  const { from, to } = editor.state.selection
  editor
    .chain()
    .setContent(document, { emitUpdate: false })
    .setTextSelection({ from, to })
    .setMeta('addToHistory', false)
    .run()
}

/**
 * Converts a caret offset in the plain text of the document to a position in it. In the plain text
 * an empty line separates paragraphs and a line break is one character.
 */
export function positionOf(document: Node, offset: number): number {
  let left = offset
  let position = 1
  document.descendants((node, start) => {
    if (left < 0) return false
    if (node.isTextblock) left -= start > 0 ? 2 : 0
    if (left < 0) return false
    if (node.isTextblock) position = start + 1
    if (node.isLeaf) {
      position = start + Math.min(left, node.nodeSize)
      left -= node.nodeSize
    }
  })
  return position
}
