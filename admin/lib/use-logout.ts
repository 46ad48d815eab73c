import { useState } from 'react'
import { api } from './api.ts'
import { forgetEverything } from './session.ts'
import { hasUnsaved } from './unsaved.ts'

/** Ends the session at the server and here; on this machine it ends also when the server cannot be reached. */
async function logout() {
  await api.auth.logout.$post().catch(() => undefined)
  forgetEverything()
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
