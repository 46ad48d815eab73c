import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './Field.tsx'

/** A native select for React Hook Form, as TextField; its options are the children. */
export const SelectField = ({
  label,
  help,
  error,
  children,
  ...registered
}: Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error'> &
  Pick<ComponentProps<'select'>, 'children'> &
  UseFormRegisterReturn) => (
  <Field label={label} htmlFor={registered.name} error={error} help={help}>
    {(control) => (
      <select {...control} className="input" {...registered}>
        {children}
      </select>
    )}
  </Field>
)
