import type { Editor } from '@tiptap/core'
import { ImagePlus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import type { Media } from '#api/website/media/contract/row.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { toast } from '../../lib/toasts.ts'
import { Portal } from '../../ui/dialog/Portal.tsx'
import { ToolButton } from '../../ui/editor/ToolButton.tsx'
import { figureOf } from './figure-attributes.ts'
import { insertAt, insertionPoint } from './paste-pictures.ts'
import { isUploading } from './upload-node.ts'

const PictureDialog = lazy(() => import('../PictureDialog.tsx'))

/** Refuses to save the form around the editor while pictures are uploaded. */
function useCompleteForm(editor: Editor) {
  useEffect(() => {
    const { dom } = editor.view
    // The text may be in a frame of the form.
    const form = (dom.ownerDocument.defaultView?.frameElement ?? dom).closest('form')
    const refuse = (event: Event) => {
      if (!isUploading(editor)) return
      event.preventDefault()
      event.stopPropagation()
      toast({ message: 'An image is still uploading. Save again when it is done.' })
    }
    form?.addEventListener('submit', refuse, true)
    return () => form?.removeEventListener('submit', refuse, true)
  }, [editor])
}

/** The toolbar's button to add a picture, for those who may. */
export function PictureTool({ editor, tabIndex }: { editor: Editor; tabIndex: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayPick = may(usePerson(), needForPictures)
  useCompleteForm(editor)
  const insert = (picture: Media) => {
    const figure = figureOf(picture)
    insertAt(editor, insertionPoint(editor.state.selection.$to), [figure])
  }
  const close = () => {
    setIsOpen(false)
    // After the dialog has given the focus back.
    setTimeout(() => editor.isDestroyed || editor.view.focus())
  }
  if (!mayPick) return null
  return (
    <>
      <ToolButton
        label="Image"
        Icon={ImagePlus}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Portal>
          <Suspense>
            <PictureDialog title="Add an image" onPick={insert} onClose={close} />
          </Suspense>
        </Portal>
      )}
    </>
  )
}
