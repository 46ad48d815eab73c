import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './Field.tsx'

/** `<TextField label="Title *" {...form.register('title')} error={…} />`. */
export const TextField = ({
  label,
  help,
  error,
  optional = false,
  type = 'text',
  ...registered
}: Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error' | 'optional'> &
  UseFormRegisterReturn & { type?: 'text' | 'email' }) => (
  <Field label={label} htmlFor={registered.name} error={error} help={help} optional={optional}>
    {(control) => (
      <input
        {...control}
        className="input"
        type={type}
        dir={type === 'text' ? 'auto' : undefined}
        autoComplete="off"
        aria-required={!optional}
        {...registered}
      />
    )}
  </Field>
)
