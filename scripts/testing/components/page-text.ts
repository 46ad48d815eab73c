import { Editor } from '@tiptap/core'
import { onTestFinished } from 'vitest'
import { pageExtensions } from '#admin/blocks/nodes/index.ts'
import { loadText } from '#admin/blocks/nodes/page-text.ts'
import { preparePastedTables } from '#admin/ui/editor/pasted.ts'

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
      transformPastedHTML: preparePastedTables,
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
