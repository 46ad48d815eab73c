import { type Editor, Extension, type JSONContent } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { toast } from '../../lib/toasts.ts'
import { caretInLine, endOfInsertion } from '../../ui/editor/keep-selected.ts'
import { fault } from '../upload.ts'
import { libraryPath } from './figure.ts'
import { hasText, lostSentence, takePictures } from './pasted-pictures.ts'
import { startUpload } from './upload-node.ts'

const notAllowed = 'Images were not added: that needs the permission to edit pages. Ask an admin.'

/** The position; below a picture whose caption it is in, or a block that holds no pictures there. */
export function insertionPoint($at: ResolvedPos): number {
  const { figure } = $at.doc.type.schema.nodes
  let point = $at.pos
  for (let depth = $at.depth; depth > 0; depth--) {
    const { spec, contentMatch } = $at.node(depth).type
    if (spec.isolating && figure && !contentMatch.matchType(figure)) point = $at.after(depth)
  }
  return point
}

/** Puts pictures there, and the caret into a line below them. */
export function insertAt(editor: Editor, position: number, pictures: JSONContent[]) {
  editor
    .chain()
    .focus()
    .insertContentAt(position, pictures, { updateSelection: false })
    .command(({ tr }) => Boolean(caretInLine(tr, endOfInsertion(tr))))
    .run()
}

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
  if (nodes.length) insertAt(editor, position, nodes)
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
          handlePaste({ state }, { clipboardData }) {
            const files = [...(clipboardData?.files ?? [])]
            const html = clipboardData?.getData('text/html') ?? ''
            // Word adds a picture of the whole selection; ours are in the library already.
            if (!files.length || hasText(html) || ours.test(html)) return false
            insertFiles(editor, files, insertionPoint(state.selection.$to), mayUpload)
            return true
          },
          handleDrop(view, event, _, isMoved) {
            const files = [...(event.dataTransfer?.files ?? [])]
            if (isMoved || !files.length) return false
            event.preventDefault()
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
            const $at = at ? view.state.doc.resolve(at.pos) : view.state.selection.$to
            insertFiles(editor, files, insertionPoint($at), mayUpload)
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
