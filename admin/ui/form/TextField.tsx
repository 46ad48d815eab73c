import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { lastDay } from '../../lib/text/format.ts'
import { Field } from './Field.tsx'

/** `<TextField label="Title *" {...form.register('title')} error={…} />`. */
export const TextField = ({
  label,
  help,
  error,
  optional = false,
  type = 'text',
  required = !optional,
  ...registered
}: Pick<ComponentProps<typeof Field>, 'label' | 'help' | 'error' | 'optional'> &
  Pick<ComponentProps<'input'>, 'placeholder' | 'list' | 'inputMode' | 'onFocus'> &
  Omit<UseFormRegisterReturn, 'required'> & {
    type?: 'text' | 'email' | 'date'
    /** Neither `optional` nor required: where a section says that all of it is optional. */
    required?: boolean
  }) => (
  <Field label={label} htmlFor={registered.name} error={error} help={help} optional={optional}>
    {(control) => (
      <input
        {...control}
        className="input"
        type={type}
        max={type === 'date' ? lastDay : undefined}
        dir={type === 'text' ? 'auto' : undefined}
        autoComplete="off"
        aria-required={type === 'date' ? undefined : required}
        {...registered}
      />
    )}
  </Field>
)
