import { lazy } from 'react'
import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import { RichTextControl } from '../ui/form/RichTextControl.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { MissingEditor } from '../ui/PlainText.tsx'

const Editor = lazy(() => import('./EmailEditor.tsx').catch(() => ({ default: MissingEditor })))

type Text = { subject: string; body: string }

/** Subject and message of an email to candidates. */
export const EmailFields = ({
  register,
  control,
  errors,
}: {
  register: UseFormRegister<Text>
  control: Control<Text>
  errors: FieldErrors<Text>
}) => (
  <>
    <TextField
      label="Subject *"
      help="Placeholders such as {job_title} work here too."
      error={errors.subject?.message}
      {...register('subject')}
    />
    <RichTextControl
      control={control}
      name="body"
      label="Message *"
      help="{first_name} becomes each candidate’s name."
      required
      Editor={Editor}
    />
  </>
)
