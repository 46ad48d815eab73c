import { type FormErrors, sendForm } from '../lib/api/send-form.ts'
import { keepSession, type Person } from '../lib/session.ts'
import { askForPasskey } from './passkey-device.ts'

export type Credentials = { email: string; password: string; code?: string }
export type SignInErrors = FormErrors<'email' | 'password' | 'code'>

/** What a sign-in lacks: with 'either', a code or a passkey. */
export type Asks = 'code' | 'passkey' | 'either' | 'password'

const failed = 'Login failed. Please try again.'

function keep(body: unknown) {
  const { token, user } = body as { token: string; user: Person }
  keepSession(token, user)
}

/**
 * Signs in and stores the session; `errors` is empty on success. `asks` is what is missing or wrong
 * once the password is right, 'password' when that is wrong.
 */
export async function signIn(
  credentials: Credentials,
): Promise<{ errors: SignInErrors; asks?: Asks }> {
  const { errors, body, refused } = await sendForm('/api/auth/login', credentials, failed)
  if (body) keep(body)
  if (refused?.status !== 401) return { errors }
  if (!refused.second_factor) return { errors, asks: 'password' }
  if (!refused.passkey) return { errors, asks: 'code' }
  // Without an authenticator app no code is possible.
  return { errors, asks: refused.details ? 'either' : 'passkey' }
}

const path = '/api/auth/login/passkey'

/** Asks this device to sign a challenge with a passkey; returns its response, or the reason for none. */
export async function signChallenge(): ReturnType<typeof askForPasskey> {
  const begun = await sendForm(`${path}/options`, {}, failed)
  if (!begun.body) return { reason: begun.errors.form ?? failed }
  return askForPasskey(begun.body as Parameters<typeof askForPasskey>[0])
}

/** Signs in with a passkey of this device; the error, or undefined on success. */
export async function signInByPasskey(): Promise<string | undefined> {
  const device = await signChallenge()
  if ('reason' in device) return device.reason
  const { errors, body } = await sendForm<never>(path, device.made, failed)
  if (!body) return errors.form ?? failed
  keep(body)
  return undefined
}
