import { lazy } from 'react'
import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import { RichTextControl } from '../ui/form/RichTextControl.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { MissingEditor } from '../ui/PlainText.tsx'

const Editor = lazy(() => import('./EmailEditor.tsx').catch(() => ({ default: MissingEditor })))

type Text = { subject: string; body: string }

const usualHelp = {
  subject: 'Placeholders such as {job_title} work here too.',
  body: '{first_name} becomes each candidate’s name.',
}

/** Subject and message of an email. */
export const EmailFields = ({
  register,
  control,
  errors,
  help = usualHelp,
}: {
  register: UseFormRegister<Text>
  control: Control<Text>
  errors: FieldErrors<Text>
  help?: Text
}) => (
  <>
    <TextField
      label="Subject *"
      help={help.subject}
      error={errors.subject?.message}
      {...register('subject')}
    />
    <RichTextControl
      control={control}
      name="body"
      label="Message *"
      help={help.body}
      required
      Editor={Editor}
    />
  </>
)
