import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { Empty, Failed } from './States.tsx'

/** How Chromium, Firefox, Safari and Vite say that a file of the program is not there any more. */
const codeMissing =
  /dynamically imported module|importing a module script failed|unable to preload css/i

/** What is shown in place of a screen that could not be shown. */
export function Trouble({ error, reset }: ErrorComponentProps) {
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
      message="This screen could not be shown"
      error={error}
      onRetry={() => {
        reset()
        router.invalidate()
      }}
    />
  )
}
