import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/form/Field.tsx'

type Name = 'first_name' | 'last_name' | 'email' | 'phone'

const fields: { name: Name; label: string; type: string }[] = [
  { name: 'first_name', label: 'First name', type: 'text' },
  { name: 'last_name', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
]

/** Autofill is off: it would insert the reviewer's own data. */
export const PersonFields = ({
  register,
  error,
  idPrefix,
}: {
  register: (name: Name) => UseFormRegisterReturn
  error: (name: Name) => string | undefined
  idPrefix: string
}) =>
  fields.map(({ name, label, type }) => (
    <Field
      key={name}
      label={label}
      htmlFor={`${idPrefix}-${name}`}
      error={error(name)}
      optional={name === 'phone'}
    >
      {(props) => (
        <input
          className="input"
          type={type}
          dir={type === 'text' ? 'auto' : undefined}
          autoComplete="off"
          {...props}
          {...register(name)}
        />
      )}
    </Field>
  ))
