import { useMemo } from 'react'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import { isAdText } from '#api/website/blocks/contract/page-text.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import RichTextEditor, { type RichTextEditorProps } from '../../ui/editor/RichTextEditor.tsx'
import type { EditorAddOn } from '../../ui/editor/use-editor.ts'
import { Figcaption, Figure } from './figure.ts'
import { PictureTool } from './PictureTool.tsx'
import { PastePictures } from './paste-pictures.ts'
import { PictureUpload } from './upload-node.ts'

/** Pictures, for those who may pick them. */
export function usePictures(): EditorAddOn {
  const mayUpload = may(usePerson(), needForPictures)
  return useMemo(
    () => ({
      extensions: [Figure, Figcaption, PictureUpload, PastePictures.configure({ mayUpload })],
      isForm: isAdText,
      tools: { Picture: PictureTool },
    }),
    [mayUpload],
  )
}

/** The editor of job descriptions: rich text with pictures. */
export default function PictureTextEditor(props: RichTextEditorProps) {
  return <RichTextEditor {...props} addOn={usePictures()} />
}
