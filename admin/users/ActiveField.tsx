import { Controller } from 'react-hook-form'
import { CheckField } from '../ui/form/CheckField.tsx'
import type { UserFormState } from './queries.ts'

/** `closed` is the reason why it cannot be changed. */
export const ActiveField = ({
  form,
  closed,
}: {
  form: UserFormState
  closed: string | undefined
}) => (
  <Controller
    control={form.control}
    name="is_active"
    render={({ field: { value, onChange, ...field }, fieldState }) => (
      <CheckField
        id="is_active"
        label="Active"
        help={closed ?? 'Active users can sign in.'}
        error={fieldState.error?.message}
        {...field}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        disabled={closed !== undefined}
      />
    )}
  />
)
