import { type ComponentProps, lazy } from 'react'
import type { FieldValues } from 'react-hook-form'
import { PictureTextControl } from '../media/text/PictureTextControl.tsx'
import { MissingEditor } from '../ui/PlainText.tsx'

const Editor = lazy(() => import('./PageTextEditor.tsx').catch(() => ({ default: MissingEditor })))

/** A field for the text of a page: rich text with pictures and blocks. */
export const PageTextControl = <Values extends FieldValues, Output>(
  props: ComponentProps<typeof PictureTextControl<Values, Output>>,
) => <PictureTextControl {...props} Editor={Editor} />
