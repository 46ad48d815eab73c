import { FieldPair } from '../ui/editor/EditorFrame.tsx'
import { CheckField } from '../ui/form/CheckField.tsx'
import { RichTextControl } from '../ui/form/RichTextControl.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import type { JobFormState } from './queries.ts'

export function JobFields({ form }: { form: JobFormState }) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <>
      <TextField label="Job Title *" error={errors.title?.message} {...register('title')} />
      <RichTextControl control={control} name="description" label="Job Description *" required />
      <RichTextControl control={control} name="requirements" label="Requirements" optional />
      <FieldPair>
        <TextField
          label="Location"
          error={errors.location?.message}
          optional
          {...register('location')}
        />
        <TextField
          label="Salary range"
          help="Shown to candidates exactly as you type it, e.g. €45,000–52,000"
          error={errors.salary_range?.message}
          optional
          {...register('salary_range')}
        />
      </FieldPair>
      <CheckField
        id="is_active"
        label="Active"
        help="Live on your site and open for applications."
        {...register('is_active')}
      />
    </>
  )
}
