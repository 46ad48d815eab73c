/** What is wrong with a sign-in: with a field, or as a whole. */
export type LoginErrors = { email?: string; password?: string; form?: string }

/** What can be said before the server is asked. Apart from the schemas, so that the sign-in needs no zod. */
export function loginErrors(email: string, password: string): LoginErrors {
  const errors: LoginErrors = {}
  if (!email) errors.email = 'Email is required'
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    errors.email = 'Enter an email address like name@example.com'
  if (!password) errors.password = 'Password is required'
  return errors
}

/** The focus goes to the first field that is to blame; after a refusal to the password, to type it again. */
export function focusFirst(form: HTMLFormElement, errors: LoginErrors) {
  const name = errors.email ? 'email' : 'password'
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
}
