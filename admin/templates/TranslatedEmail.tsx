import { lazy } from 'react'
import type { FieldsProps } from '../other-languages/TranslationDialog.tsx'
import { RichTextControl } from '../ui/form/RichTextControl.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { MissingEditor } from '../ui/PlainText.tsx'
import { RichText } from '../ui/RichText.tsx'

const Editor = lazy(() => import('./EmailEditor.tsx').catch(() => ({ default: MissingEditor })))

/** Subject or message of a translated email, as those of the original are edited. */
const EmailField = ({ name, field, label, form }: FieldsProps) =>
  field === 'body' ? (
    <RichTextControl
      control={form.control}
      name={name}
      label={`${label} *`}
      required
      Editor={Editor}
    />
  ) : (
    <TextField
      label={`${label} *`}
      error={form.formState.errors[name]?.message}
      {...form.register(name)}
    />
  )

const Original = ({ field, original }: Pick<FieldsProps, 'field' | 'original'>) =>
  field === 'body' ? <RichText html={original} /> : <p dir="auto">{original}</p>

/** For `OtherLanguages`. */
export const translatedEmail = {
  Fields: EmailField,
  Shown: Original,
  labelOf: (field: string) => (field === 'body' ? 'Message' : 'Subject'),
}
