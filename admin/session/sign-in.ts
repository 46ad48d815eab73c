import { type FormErrors, sendForm } from '../lib/api/send-form.ts'
import { keepSession, type Person } from '../lib/session.ts'

export type Credentials = { email: string; password: string; code?: string }
export type SignInErrors = FormErrors<'email' | 'password' | 'code'>

/**
 * Signs in and stores the session; `errors` is empty on success. `requires` is 'code' when only the
 * code is missing or wrong, 'password' when the password is wrong.
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
