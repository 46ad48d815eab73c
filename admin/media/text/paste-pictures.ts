import { type Editor, Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { toast } from '../../lib/toasts.ts'
import { fault } from '../upload.ts'
import { libraryPath } from './figure.ts'
import { hasText, lostSentence, takePictures } from './pasted-pictures.ts'
import { startUpload } from './upload-node.ts'

const notAllowed = 'Pictures were not added: that needs the permission to edit pages. Ask an admin.'

/** Uploads the pictures among the files into the document, and names the other files. */
function insertFiles(editor: Editor, files: File[], position: number, mayUpload: boolean) {
  if (!mayUpload) return void toast({ message: notAllowed })
  const refused = files.flatMap((file) => {
    const reason = fault(file)
    return reason ? [`“${file.name}” was not added. ${reason}`] : []
  })
  if (refused.length) toast({ message: refused.join(' ') })
  const nodes = files
    .filter((file) => !fault(file))
    .map((file) => ({ type: 'pictureUpload', attrs: { id: startUpload(editor, file) } }))
  if (nodes.length) editor.chain().focus().insertContentAt(position, nodes).run()
}

/** The caret; below a picture in whose caption it is. */
export function insertionPoint({ state }: Editor): number {
  const { $to, to } = state.selection
  for (let depth = $to.depth; depth > 0; depth--)
    if ($to.node(depth).type.name === 'figure') return $to.after(depth)
  return to
}

const ours = /<img[^>]*\ssrc="[^"]*\/media\/[0-9a-f]{32}\//

/** Takes pictures that are pasted or dropped. */
export const PastePictures = Extension.create<{ mayUpload: boolean }>({
  name: 'pastePictures',
  addOptions: () => ({ mayUpload: false }),
  addProseMirrorPlugins() {
    const { editor } = this
    const { mayUpload } = this.options
    return [
      new Plugin({
        props: {
          handlePaste(_, { clipboardData }) {
            const files = [...(clipboardData?.files ?? [])]
            const html = clipboardData?.getData('text/html') ?? ''
            // Word adds a picture of the whole selection; ours are in the library already.
            if (!files.length || hasText(html) || ours.test(html)) return false
            insertFiles(editor, files, insertionPoint(editor), mayUpload)
            return true
          },
          handleDrop(view, event, _, isMoved) {
            const files = [...(event.dataTransfer?.files ?? [])]
            if (isMoved || !files.length) return false
            event.preventDefault()
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
            insertFiles(editor, files, at?.pos ?? insertionPoint(editor), mayUpload)
            return true
          },
          transformPastedHTML(html) {
            const taken = takePictures(html, {
              isOurs: (src) => libraryPath(src) !== undefined,
              start: (file) => (mayUpload && !fault(file) ? startUpload(editor, file) : undefined),
            })
            if (taken.lost) toast({ message: mayUpload ? lostSentence(taken.lost) : notAllowed })
            return taken.html
          },
        },
      }),
    ]
  },
})
