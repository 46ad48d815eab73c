import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { Empty, Failed } from './States.tsx'

/** Messages of Chromium, Firefox, Safari and Vite for a missing chunk, e.g. after a deployment. */
const codeMissing =
  /dynamically imported module|importing a module script failed|unable to preload css/i

/** Replaces a screen that failed to load or render. */
export function ErrorBoundary({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])

  if (codeMissing.test(String(error)))
    return (
      <Empty
        icon={RefreshCw}
        title="A new version is available"
        action={
          <button type="button" className="button primary" onClick={() => location.reload()}>
            Reload
          </button>
        }
      >
        The back office has been updated since you opened it, or the connection was lost.
      </Empty>
    )

  return (
    <Failed
      message="Something went wrong on this page"
      error={error}
      onRetry={() => {
        reset()
        router.invalidate()
      }}
    />
  )
}
