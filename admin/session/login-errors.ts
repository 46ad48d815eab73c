import { emailError } from '#api/core/http/contract/email.ts'
import type { FormErrors } from '../lib/api/send-form.ts'

export function loginErrors(email: string, password: string): FormErrors<'email' | 'password'> {
  const fault = emailError(email)
  return { ...(fault && { email: fault }), ...(!password && { password: 'Password is required' }) }
}
