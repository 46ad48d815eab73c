import { Field } from './Field.tsx'

/** The address that a person signs in with. */
export const EmailInput = ({ error }: { error: string | undefined }) => (
  <Field label="Email" htmlFor="email" error={error}>
    {(control) => (
      <input
        {...control}
        className="input"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    )}
  </Field>
)
