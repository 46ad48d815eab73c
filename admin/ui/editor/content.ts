import { createDocument, type Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { visibleText } from '#api/contract/text.ts'

/** The HTML of what is written, spelt as the server's sanitiser spells it; '' when there is nothing to read. */
export function readContent(editor: Editor): string {
  const html = editor.getHTML()
  if (visibleText(html) === '') return ''
  return html.replaceAll('<br>', '<br />').replaceAll('&nbsp;', '\u00a0')
}

/** Takes in HTML from outside. What reads the same is left alone, so that caret and undo survive a save. */
export function takeContent(editor: Editor, html: string) {
  const document = createDocument(html, editor.schema) as Node
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
 * The position in the document of a caret that stood `offset` characters into the same text in a
 * text area, where paragraphs are parted by an empty line and a line break is one character.
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
