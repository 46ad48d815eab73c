import { emailFault } from '#api/http/contract/email.ts'
import type { FormErrors } from '../lib/send-form.ts'

/** What is wrong with what was typed at sign-in; empty when nothing is. */
export function loginErrors(email: string, password: string): FormErrors<'email' | 'password'> {
  const fault = emailFault(email)
  return { ...(fault && { email: fault }), ...(!password && { password: 'Password is required' }) }
}
