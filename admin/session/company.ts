import {
  type SignInFailure,
  signInFailures,
  signInFragment,
} from '#api/accounts/oidc/contract/sign-in.ts'
import { type FormErrors, sendForm } from '../lib/api/send-form.ts'
import { keepSession, type Person } from '../lib/session.ts'
import { sitePath } from '../lib/site-address.ts'
import type { Asks } from './sign-in.ts'

/** On the site's own address, also where the API has another: the cookie is the site's. */
export const companySignInPath = '/api/auth/oidc/start'

const isFailure = (text: string): text is SignInFailure => Object.hasOwn(signInFailures, text)

/** Whether the browser comes from the company's provider, and with which failure. */
export function comesFromCompany(): { failure?: SignInFailure } | undefined {
  const [name, failure = ''] = location.hash.split('=')
  if (name !== signInFragment) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  if (!failure) return {}
  return { failure: isFailure(failure) ? failure : 'failed' }
}

export const failureSentence = (failure: SignInFailure, label: string) =>
  signInFailures[failure].replaceAll('{label}', label)

/**
 * As `signIn`, with the code that the provider's sign-in left in a cookie. `passkey` is its response to
 * a challenge, in place of the app's code.
 */
export async function finishCompanySignIn(
  values: { code?: string; passkey?: object } = {},
): Promise<{ errors: FormErrors<'code'>; asks?: Asks }> {
  const failed = 'Login failed. Please try again.'
  const { errors, body, refused } = await sendForm<'code'>(
    sitePath('/api/auth/oidc/token'),
    values,
    failed,
    { isOnSite: true },
  )
  if (body) {
    const { token, user } = body as { token: string; user: Person }
    keepSession(token, user)
  }
  // It is over, not only the code: that is said of the whole form.
  if (refused?.status === 400) return { errors: { form: refused.error ?? failed } }
  if (!refused?.second_factor) return { errors, ...(values.code !== undefined && { asks: 'code' }) }
  if (!refused.passkey) return { errors, asks: 'code' }
  return { errors, asks: refused.details ? 'either' : 'passkey' }
}
