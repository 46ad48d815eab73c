import { type FormErrors, sendForm } from './send-form.ts'
import { keepSession, type Person } from './session.ts'

/** Signs in and keeps the session; what is wrong comes back, nothing when all went well. */
export async function signIn(
  email: string,
  password: string,
): Promise<FormErrors<'email' | 'password'>> {
  const failed = 'Login failed. Please try again.'
  const { errors, body } = await sendForm('/api/auth/login', { email, password }, failed)
  if (body) {
    const { token, user } = body as { token: string; user: Person }
    keepSession(token, user)
  }
  return errors
}
