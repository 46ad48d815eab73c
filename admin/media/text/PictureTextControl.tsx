import { type ComponentProps, lazy } from 'react'
import type { FieldValues } from 'react-hook-form'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { RichTextControl } from '../../ui/form/RichTextControl.tsx'
import { MissingEditor } from '../../ui/PlainText.tsx'

const Editor = lazy(() =>
  import('./PictureTextEditor.tsx').catch(() => ({ default: MissingEditor })),
)

const help = 'Drop or paste images here, or add them with the Image button.'

/** A field for rich text with pictures. */
export const PictureTextControl = <Values extends FieldValues, Output>(
  props: ComponentProps<typeof RichTextControl<Values, Output>>,
) => {
  const mayUpload = may(usePerson(), needForPictures)
  return <RichTextControl Editor={Editor} {...props} {...(mayUpload && { help })} />
}
