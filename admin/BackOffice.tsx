import './ui/base.css'
import './ui/parts.css'
import './ui/tokens.css'
import './ui/rich-text.css'
import './ui/tooltip.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from './lib/api-error.ts'
import { queryClient } from './lib/query-client.ts'
import { useProfile } from './lib/use-person.ts'
import { router } from './router.tsx'
import { rememberDestination, token } from './session/session.ts'
import { Failed, Loading } from './ui/States.tsx'

function toSignIn() {
  rememberDestination()
  location.replace('/login')
}

/** Signing out in another tab, or coming back to a page the browser kept, ends it here too. */
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

/** The whole back office, for whoever is signed in; anyone else is led to the sign-in and back. */
export default function BackOffice() {
  useSharedSession()
  useEffect(() => {
    if (!token()) toSignIn()
  }, [])
  if (!token()) return null
  return (
    <QueryClientProvider client={queryClient}>
      <Session />
    </QueryClientProvider>
  )
}

/** The stored person is enough to begin with; only when there is none is the server waited for. */
function Session() {
  const { data, error, refetch } = useProfile()
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
