import type { FormErrors } from './send-form.ts'

// What can be said before the server is asked. Apart from the schemas, so that the small forms need no zod.

/** What is wrong with an e-mail address that somebody typed; undefined when nothing is. */
export function emailFault(email: string): string | undefined {
  if (!email) return 'Email is required'
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    return 'Enter an email address like name@example.com'
  return undefined
}

/** What is wrong with what was typed at sign-in; empty when nothing is. */
export function loginErrors(email: string, password: string): FormErrors<'email' | 'password'> {
  const fault = emailFault(email)
  return { ...(fault && { email: fault }), ...(!password && { password: 'Password is required' }) }
}
