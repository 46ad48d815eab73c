import './ui/styles/base.css'
import './ui/styles/parts.css'
import './ui/styles/layout.css'
import './ui/styles/tokens.css'
import './ui/styles/rich-text.css'
import './ui/styles/figures.css'
import './density.css'
import './ui/tooltip/tooltip.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from './lib/api/api-error.ts'
import { queryClient } from './lib/api/query-client.ts'
import { storePending } from './lib/drafts.ts'
import { useProfile } from './lib/hooks/use-person.ts'
import { canStore, rememberDestination, token } from './lib/session.ts'
import { sitePath } from './lib/site-address.ts'
import { createBackOfficeRouter } from './router.tsx'
import { Failed, Loading } from './ui/States.tsx'
import { StorageBlocked } from './ui/StorageBlocked.tsx'

function toSignIn() {
  rememberDestination()
  location.replace(sitePath('/login'))
}

/** Signs out here too after a sign-out in another tab, or when the page comes from the bfcache. */
function useSharedSession() {
  useEffect(() => {
    const check = () => token() || toSignIn()
    addEventListener('storage', check)
    addEventListener('pageshow', check)
    return () => {
      removeEventListener('storage', check)
      removeEventListener('pageshow', check)
    }
  }, [])
}

/** The back office. Visitors who are not signed in go to the sign-in and come back afterwards. */
export default function BackOffice() {
  const [isBlocked] = useState(() => !canStore())
  if (isBlocked)
    return (
      <main>
        <StorageBlocked />
      </main>
    )
  return <SignedIn />
}

function SignedIn() {
  useSharedSession()
  useEffect(() => {
    if (!token()) toSignIn()
    addEventListener('pagehide', storePending)
    return () => removeEventListener('pagehide', storePending)
  }, [])
  if (!token()) return null
  return (
    <QueryClientProvider client={queryClient}>
      <Session />
    </QueryClientProvider>
  )
}

/** Starts with the stored user; waits for the server only without one. */
function Session() {
  const { data, error, refetch } = useProfile()
  const [router] = useState(createBackOfficeRouter)
  if (data) return <RouterProvider router={router} />
  if (error instanceof ApiError && error.status === 401) return null
  if (error)
    return (
      <main>
        <Failed message="Couldn't open the back office" error={error} onRetry={() => refetch()} />
      </main>
    )
  return <Loading />
}
