import { apiAddress } from '../lib/api/api-base.ts'
import { forgetSession, leaveHint, rememberDestination, token } from '../lib/session.ts'
import { sitePath } from '../lib/site-address.ts'

/** Ends this session and leads back here after the sign-in. Drafts stay. */
export async function signInAgain() {
  const headers = { Authorization: `Bearer ${token()}` }
  forgetSession()
  rememberDestination()
  leaveHint('Sign in again to continue.')
  await fetch(apiAddress('/api/auth/logout'), { method: 'POST', headers, keepalive: true }).catch(
    () => undefined,
  )
  location.assign(sitePath('/login'))
}
