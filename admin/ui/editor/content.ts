import type { Editor } from '@tiptap/core'
import { type Node, DOMParser as Parser, type Schema } from '@tiptap/pm/model'
import { visibleText } from '#api/http/contract/text.ts'
import { trusted } from '../../lib/trusted-html.ts'

/** The HTML of what is written, spelt as the server's sanitiser spells it; '' when there is nothing to read. */
export function readContent(editor: Editor): string {
  const html = editor.getHTML()
  if (visibleText(html) === '') return ''
  return html.replaceAll('<br>', '<br />').replaceAll('&nbsp;', '\u00a0')
}

/** HTML as a document. Tiptap would parse the bare string, which the policy of Trusted Types forbids. */
export function parseContent(html: string, schema: Schema): Node {
  const { body } = new DOMParser().parseFromString(trusted(html), 'text/html')
  return Parser.fromSchema(schema).parse(body)
}

/** Takes in HTML from outside. What reads the same is left alone, so that caret and undo survive a save. */
export function takeContent(editor: Editor, html: string) {
  const document = parseContent(html, editor.schema)
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
