import { Field } from './Field.tsx'

/** The email address of the sign-in forms. */
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
