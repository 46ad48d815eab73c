import { useState } from 'react'
import { apiAddress } from '../lib/api/api-base.ts'
import { hasUnsaved } from '../lib/drafts/unsaved.ts'
import { forgetEverything, token } from '../lib/session.ts'
import { sitePath } from '../lib/site-address.ts'

/** Ends the session on the server and here; here even when the server is unreachable. */
async function logout() {
  const headers = { Authorization: `Bearer ${token()}` }
  forgetEverything()
  await fetch(apiAddress('/api/auth/logout'), { method: 'POST', headers, keepalive: true }).catch(
    () => undefined,
  )
  location.assign(sitePath('/login'))
}

/** Logs out, after a confirmation (`asking`) if there are unsaved changes. */
export function useLogout() {
  const [asking, setAsking] = useState(false)
  return {
    asking,
    ask: () => (hasUnsaved() ? setAsking(true) : logout()),
    cancel: () => setAsking(false),
    logout,
  }
}
