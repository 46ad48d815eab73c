import { type FormErrors, sendForm } from '../lib/send-form.ts'
import { keepSession, type Person } from './session.ts'

export type Credentials = { email: string; password: string; code?: string }
export type SignInErrors = FormErrors<'email' | 'password' | 'code'>

/**
 * Signs in and keeps the session; what is wrong comes back, nothing when all went well. `asks` for
 * the code when the password was right and the code is missing or wrong, and for the password when
 * that is wrong.
 */
export async function signIn(
  credentials: Credentials,
): Promise<{ errors: SignInErrors; asks?: 'code' | 'password' }> {
  const failed = 'Login failed. Please try again.'
  const { errors, body, refused } = await sendForm('/api/auth/login', credentials, failed)
  if (body) {
    const { token, user } = body as { token: string; user: Person }
    keepSession(token, user)
  }
  if (refused?.status !== 401) return { errors }
  return { errors, asks: refused.second_factor ? 'code' : 'password' }
}
