import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { lazy, Suspense } from 'react'
import { insertBlock, insertHtml } from '../blocks/nodes/commands.ts'
import { closeSlash, slashOf } from '../blocks/nodes/slash.ts'
import { Portal } from '../ui/dialog/Portal.tsx'

const InsertDialog = lazy(() => import('../blocks/InsertDialog.tsx'))

/** Where a block is to be added: between two elements, or at the caret. */
export type Insertion = { at?: number }

/** Asks which block to add: after a + or the tool, and after a slash in an empty line. */
export function InsertMenu({
  editor,
  insertion,
  onClose,
}: {
  editor: Editor
  insertion: Insertion | undefined
  onClose: () => void
}) {
  const slash = useEditorState({ editor, selector: ({ editor }) => slashOf(editor.state) })
  if (!insertion && !slash) return null
  const at = insertion?.at
  /** `typed`: the slash was meant as one. */
  const close = (typed = false) => {
    closeSlash(editor, typed)
    onClose()
    // After the dialog has given the focus back.
    setTimeout(() => editor.isDestroyed || editor.view.focus())
  }
  return (
    <Portal>
      <Suspense>
        <InsertDialog
          hasBlocks={slash?.mayBlocks ?? true}
          onChoose={(name) => {
            insertBlock(editor, name, at)
            close()
          }}
          onInsert={(html) => {
            insertHtml(editor, html, at)
            close()
          }}
          onText={({ run }) => {
            run(editor.chain()).run()
            close()
          }}
          onClose={() => close(Boolean(slash))}
        />
      </Suspense>
    </Portal>
  )
}
