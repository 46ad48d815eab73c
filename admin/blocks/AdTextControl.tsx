import { type ComponentProps, lazy } from 'react'
import type { FieldValues } from 'react-hook-form'
import { PictureTextControl } from '../media/text/PictureTextControl.tsx'
import { MissingEditor } from '../ui/PlainText.tsx'

const Editor = lazy(() => import('./AdTextEditor.tsx').catch(() => ({ default: MissingEditor })))

/** A field for the text of a job ad: rich text with pictures and tables. */
export const AdTextControl = <Values extends FieldValues, Output>(
  props: ComponentProps<typeof PictureTextControl<Values, Output>>,
) => <PictureTextControl {...props} Editor={Editor} />
