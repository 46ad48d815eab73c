import { ApiError } from '../lib/api/api-error.ts'
import { useProfile } from '../lib/hooks/use-person.ts'
import styles from './SessionNotice.module.css'

/** Says that the session could not be checked; one works on with what is stored. */
export function SessionNotice() {
  const { error, isFetching, refetch } = useProfile()
  if (!error || (error instanceof ApiError && error.status === 401)) return null
  return (
    <div className={`notice between wrap ${styles.notice}`} role="status">
      <p>Can't reach the server. We'll keep trying.</p>
      <button
        type="button"
        className="button small"
        aria-disabled={isFetching}
        onClick={() => refetch()}
      >
        Retry
      </button>
    </div>
  )
}
