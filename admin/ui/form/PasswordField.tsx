import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './Field.tsx'
import { PasswordInput } from './PasswordInput.tsx'

/** `<PasswordField label="Password *" {...form.register('password')} error={…} />`. */
export const PasswordField = ({
  label,
  id,
  help,
  error,
  required = true,
  autoComplete,
  ...registered
}: Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error'> &
  Pick<ComponentProps<typeof PasswordInput>, 'required' | 'autoComplete'> &
  UseFormRegisterReturn & {
    /** Needed when another field on the screen has the same name. */
    id?: string
  }) => (
  <Field label={label} htmlFor={id ?? registered.name} error={error} help={help}>
    {(control) => (
      <PasswordInput
        {...control}
        required={required}
        {...(autoComplete && { autoComplete })}
        {...registered}
      />
    )}
  </Field>
)
