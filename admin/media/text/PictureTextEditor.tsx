import { useMemo } from 'react'
import { may, needForPictures } from '#api/auth/contract/access.ts'
import { isPictureText } from '#api/rich-text/contract/picture-text-form.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import RichTextEditor, { type RichTextEditorProps } from '../../ui/editor/RichTextEditor.tsx'
import { Figcaption, Figure } from './figure.ts'
import { PictureTool } from './PictureTool.tsx'
import { PastePictures } from './paste-pictures.ts'
import { PictureUpload } from './upload-node.ts'

/** The editor of pages and job descriptions: rich text with pictures. */
export default function PictureTextEditor(props: RichTextEditorProps) {
  const mayUpload = may(usePerson(), needForPictures)
  const addOn = useMemo(
    () => ({
      extensions: [Figure, Figcaption, PictureUpload, PastePictures.configure({ mayUpload })],
      isForm: isPictureText,
      Tool: PictureTool,
      tool: 'Picture',
    }),
    [mayUpload],
  )
  return <RichTextEditor {...props} addOn={addOn} />
}
