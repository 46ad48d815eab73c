import { useState } from 'react'
import { hasUnsaved } from '../lib/unsaved.ts'
import { forgetEverything, token } from './session.ts'

/** Ends the session at the server and here; on this machine it ends also when the server cannot be reached. */
async function logout() {
  const headers = { Authorization: `Bearer ${token()}` }
  forgetEverything()
  await fetch('/api/auth/logout', { method: 'POST', headers, keepalive: true }).catch(
    () => undefined,
  )
  location.assign('/login')
}

/** Logout, which asks first (`asking`) when something on the screen is not saved. */
export function useLogout() {
  const [asking, setAsking] = useState(false)
  return {
    asking,
    ask: () => (hasUnsaved() ? setAsking(true) : logout()),
    cancel: () => setAsking(false),
    logout,
  }
}
