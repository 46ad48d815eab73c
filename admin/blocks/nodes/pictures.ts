import { type Editor, Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { type EditorState, NodeSelection, Plugin, type Transaction } from '@tiptap/pm/state'
import { toast } from '../../lib/toasts.ts'
import { hasText } from '../../media/text/pasted-pictures.ts'
import { finishedPicture, startUpload } from '../../media/text/upload-node.ts'
import { fault } from '../../media/upload.ts'
import { nodeOfEntry } from './convert.ts'
import { type CurrentBlock, currentBlock } from './current.ts'

/** The part for a picture that stands empty: where it is, of the entry before the block. */
const emptyPart = ({ entry, parts }: CurrentBlock) =>
  [...(entry?.parts ?? []), ...parts].find(
    ({ part, value }) => part.kind === 'picture' && value === undefined,
  )

const setUpload = (tr: Transaction, at: number, id: string) => tr.setNodeAttribute(at, 'upload', id)

/**
 * Puts pictures into the block that the selection is in: the part that is chosen or stands empty, new
 * entries of a gallery. Returns the files that found no place.
 */
function fill(editor: Editor, files: File[]): File[] {
  const { state } = editor
  const current = currentBlock(state)
  if (!current) return files
  const { tr, selection } = state
  const rest = [...files]
  const isPart =
    selection instanceof NodeSelection && selection.node.type.name.startsWith('part_picture')
  const at = isPart ? selection.from : emptyPart(current)?.pos
  if (at !== undefined) setUpload(tr, at, startUpload(editor, rest.shift()!))
  if (current.name === 'gallery') {
    let end = current.entry
      ? current.entry.pos + current.entry.node.nodeSize
      : current.pos + current.node.nodeSize - 2
    const room = (current.several?.max ?? 0) - current.entryCount
    for (const file of rest.splice(0, room)) {
      const entry = nodeOfEntry('gallery', {}, state.schema)
      tr.insert(end, entry)
      setUpload(tr, end + 1, startUpload(editor, file))
      end += entry.nodeSize
    }
  }
  if (tr.docChanged) editor.view.dispatch(closeHistory(tr))
  return rest
}

/** Puts the pictures of finished uploads into their parts. */
function fillFinished({ doc, tr, selection }: EditorState): Transaction | undefined {
  doc.descendants((node, at) => {
    const picture = node.attrs.upload ? finishedPicture(node.attrs.upload) : undefined
    if (picture === undefined) return
    const { src = '', alt = '', width = null, height = null } = picture?.attrs ?? {}
    const attributes = { upload: null, ...(picture && { src, alt, width, height }) }
    for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(at, name, value)
  })
  if (!tr.docChanged) return undefined
  if (selection instanceof NodeSelection)
    tr.setSelection(NodeSelection.create(tr.doc, selection.from))
  // Undo takes back the pasting or dropping, not this.
  return tr.setMeta('addToHistory', false)
}

/** Pictures that are pasted or dropped into blocks. */
export const BlockPictures = Extension.create<{ mayUpload: boolean }>({
  name: 'blockPictures',
  // Before what takes pictures into the text between blocks.
  priority: 1050,
  addOptions: () => ({ mayUpload: false }),
  addProseMirrorPlugins() {
    const { editor } = this
    const { mayUpload } = this.options
    const take = (files: File[]): boolean => {
      const good = files.filter((file) => !fault(file))
      if (!mayUpload || !currentBlock(editor.state) || !good.length) return false
      const rest = fill(editor, good)
      const refused = files.find((file) => fault(file))
      if (refused) toast({ message: `“${refused.name}” was not added. ${fault(refused)}` })
      if (rest.length)
        toast({ message: `“${rest[0]!.name}” was not added. This block has no place for it.` })
      return true
    }
    return [
      new Plugin({
        props: {
          handlePaste(_, { clipboardData }) {
            const files = [...(clipboardData?.files ?? [])]
            if (!files.length || hasText(clipboardData?.getData('text/html') ?? '')) return false
            return take(files)
          },
          handleDrop(view, event, _, isMoved) {
            const files = [...(event.dataTransfer?.files ?? [])]
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
            if (isMoved || !files.length || !at) return false
            const { doc, tr } = view.state
            const inside = at.inside >= 0 ? doc.nodeAt(at.inside) : null
            const isPart = inside?.type.name.startsWith('part_picture')
            const $at = doc.resolve(isPart ? at.inside : at.pos)
            const selection = isPart
              ? NodeSelection.create(doc, at.inside)
              : tr.setSelection(NodeSelection.near($at)).selection
            const before = view.state.selection
            view.dispatch(view.state.tr.setSelection(selection))
            if (take(files)) {
              event.preventDefault()
              return true
            }
            view.dispatch(view.state.tr.setSelection(before))
            return false
          },
        },
        appendTransaction: (_, _before, state) => fillFinished(state),
      }),
    ]
  },
})
