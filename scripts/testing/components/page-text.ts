import '#admin/blocks/nodes/nodes.css'
import { Editor } from '@tiptap/core'
import { onTestFinished } from 'vitest'
import { pageExtensions } from '#admin/blocks/nodes/index.ts'
import { loadText } from '#admin/blocks/nodes/page-text.ts'

/** An editor of a page’s text, in the document of the test. */
export function openText(html: string): Editor {
  const place = document.createElement('div')
  place.className = 'rich-text'
  document.body.append(place)
  const editor = new Editor({
    element: { mount: place },
    injectCSS: false,
    extensions: pageExtensions({ mayUpload: true }),
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Text' },
    },
  })
  loadText(editor, html)
  onTestFinished(() => {
    editor.destroy()
    place.remove()
  })
  return editor
}

/** Where this text, found once in the document, begins; with `|` in it, the place of that. */
export function placeOf({ state }: Editor, words: string): number {
  const offset = Math.max(0, words.indexOf('|'))
  const plain = words.replace('|', '')
  let found: number | undefined
  state.doc.descendants((node, start) => {
    const at = node.isTextblock ? node.textContent.indexOf(plain) : -1
    if (at >= 0) found ??= start + 1 + at + offset
  })
  if (found === undefined) throw new Error(`“${plain}” is not in the text.`)
  return found
}

/** Puts the caret there, or selects from there to another place. */
export function putCaret(editor: Editor, from: string, to = from) {
  editor.view.focus()
  editor.commands.setTextSelection({ from: placeOf(editor, from), to: placeOf(editor, to) })
}
