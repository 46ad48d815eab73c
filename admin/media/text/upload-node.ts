import { type Editor, type JSONContent, Node } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, type Transaction } from '@tiptap/pm/state'
import { sentence } from '../../lib/api/api-error.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { mediaKey } from '../queries.ts'
import { upload } from '../upload.ts'
import styles from './Figure.module.css'
import { figureOf } from './figure-attributes.ts'

type Running = { file: File; controller: AbortController; progress: number; show?: () => void }

const running = new Map<string, Running>()
/** Pictures of finished uploads, also for those that redo adds again; null for failed ones. */
const finished = new Map<string, JSONContent | null>()

/** The size of the empty line that was added for the caret, if nothing was written in it. */
function emptyLineAfter({ doc }: Transaction, end: number): number {
  const line = doc.resolve(end).nodeAfter
  const isEmpty = line?.type.name === 'paragraph' && line.content.size === 0
  return isEmpty && doc.childCount > 2 ? line.nodeSize : 0
}

/** Replaces finished uploads with their pictures; undefined when no upload has finished. */
function replaceFinished({ doc, schema, selection, tr }: EditorState): Transaction | undefined {
  doc.descendants((node, position) => {
    const { id } = node.attrs
    if (node.type.name !== 'pictureUpload' || !finished.has(id)) return
    const start = tr.mapping.map(position)
    const picture = finished.get(id)
    if (!picture) return void tr.delete(start, start + 1 + emptyLineAfter(tr, start + 1))
    tr.replaceWith(start, start + 1, schema.nodeFromJSON(picture))
    if (selection instanceof NodeSelection && selection.from === position)
      tr.setSelection(NodeSelection.create(tr.doc, start))
  })
  // Undo takes back the pasting or dropping, not this.
  return tr.docChanged ? tr.setMeta('addToHistory', false) : undefined
}

/** Stands for a picture while it is uploaded. In saved content it is an empty paragraph. */
export const PictureUpload = Node.create({
  name: 'pictureUpload',
  group: 'block',
  atom: true,
  selectable: true,
  addAttributes: () => ({
    id: {
      default: null,
      rendered: false,
      parseHTML: (element) => element.getAttribute('data-upload'),
    },
  }),
  parseHTML: () => [
    {
      tag: 'div[data-upload]',
      priority: 100,
      getAttrs: (element) => (running.has(element.dataset.upload ?? '') ? null : false),
    },
  ],
  renderHTML: () => ['p'],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('div')
      dom.className = styles.uploading ?? ''
      const one = running.get(node.attrs.id)
      const progress = document.createElement('progress')
      const cancel = document.createElement('button')
      dom.append(one?.file.name ?? '', progress, cancel)
      progress.setAttribute('aria-label', `Upload of ${one?.file.name}`)
      cancel.type = 'button'
      cancel.className = 'button small'
      cancel.textContent = 'Cancel'
      cancel.onclick = () => one?.controller.abort()
      const show = () => {
        // A progress element without a value is indeterminate.
        if (one && one.progress < 1) progress.value = one.progress
        else progress.removeAttribute('value')
      }
      if (one) one.show = show
      show()
      return { dom, stopEvent: () => true, ignoreMutation: () => true }
    },
  addProseMirrorPlugins: () => [
    new Plugin({ appendTransaction: (_, _before, state) => replaceFinished(state) }),
  ],
})

/** The picture of a finished upload; null for one that failed, undefined for one that still runs. */
export const finishedPicture = (id: string) =>
  running.has(id) ? undefined : (finished.get(id) ?? null)

function finish(editor: Editor, id: string, picture: JSONContent | null) {
  finished.set(id, picture)
  running.delete(id)
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false))
}

/** Uploads a file; returns the id of the node that stands for it until the picture replaces it. */
export function startUpload(editor: Editor, file: File): string {
  const id = crypto.randomUUID()
  const one: Running = { file, controller: new AbortController(), progress: 0 }
  running.set(id, one)
  const onProgress = (part: number) => {
    one.progress = part
    one.show?.()
  }
  upload(file, onProgress, one.controller.signal).then(
    (picture) => {
      queryClient.invalidateQueries({ queryKey: mediaKey })
      if (picture.warning) toast({ message: `“${picture.name}”: ${picture.warning}` })
      finish(editor, id, figureOf(picture))
    },
    (error: unknown) => {
      finish(editor, id, null)
      if (one.controller.signal.aborted) return
      const reason = sentence(error, 'The upload failed. Please try again.')
      toast({ message: `“${file.name}” was not added. ${reason}` })
    },
  )
  return id
}

/** Whether pictures of this document are still uploaded. */
export function isUploading(editor: Editor): boolean {
  let found = false
  editor.state.doc.descendants((node) => {
    found ||= running.has(node.attrs.upload ?? node.attrs.id)
  })
  return found
}
