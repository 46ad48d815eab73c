import type { AnyExtension, Editor } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { adExtensions, pageExtensions } from '../blocks/nodes/index.ts'
import {
  choosePart,
  documentOf,
  loadText,
  readDocument,
  readText,
  rememberStored,
  unfinished,
} from '../blocks/nodes/page-text.ts'
import { canvasFigures } from './figure-node.ts'
import type { CanvasText } from './use-canvas-editor.ts'

/** How a text that is stored becomes the document of an editor, and the document such a text. */
export type CanvasModel = {
  extensions: AnyExtension[]
  documentOf: (html: string, schema: Schema) => Node
  /** Takes the text that is stored as what the editor began with. */
  remember: (editor: Editor, html: string) => void
  load: (editor: Editor, html: string) => void
  read: (editor: Editor) => CanvasText
  /** Puts the caret into the first part that lacks something; false in a whole text. */
  goToMissing: (editor: Editor) => boolean
}

/** Of the text of a page: rich text, pictures and blocks. */
export const pageModel = (mayUpload: boolean): CanvasModel => ({
  extensions: canvasFigures(pageExtensions({ mayUpload })),
  documentOf,
  remember: rememberStored,
  load: loadText,
  read(editor) {
    const html = readText(editor)
    const [missing] = unfinished(editor)
    if (!missing) return { html, unfinished: null }
    const document = readDocument(editor)
    return { html, unfinished: { of: html, document, sentence: missing.sentence } }
  },
  goToMissing(editor) {
    const [missing] = unfinished(editor)
    if (missing) choosePart(editor, missing.pos)
    return missing !== undefined
  },
})

/** Of a text of a job ad: rich text, pictures and tables. */
export const adModel = (mayUpload: boolean): CanvasModel => ({
  ...pageModel(mayUpload),
  extensions: canvasFigures(adExtensions({ mayUpload })),
})
