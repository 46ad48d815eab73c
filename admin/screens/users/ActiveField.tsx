import { Controller } from 'react-hook-form'
import type { UserFormState } from '../../lib/users.ts'
import { CheckField } from '../../ui/CheckField.tsx'

export const ActiveField = ({ form, isOwn }: { form: UserFormState; isOwn: boolean }) => (
  <Controller
    control={form.control}
    name="is_active"
    render={({ field: { value, onChange, ...field }, fieldState }) => (
      <CheckField
        id="is_active"
        label="Active"
        help={isOwn ? 'You cannot deactivate yourself' : 'Active users can sign in.'}
        error={fieldState.error?.message}
        {...field}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        disabled={isOwn}
      />
    )}
  />
)
