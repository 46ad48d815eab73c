import { type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../lib/api/api-error.ts'
import styles from '../session/SessionNotice.module.css'

/** Whether no screen or SessionNotice reports the error itself. */
const isUnreported = ({ queryKey, state: { error } }: Query) =>
  queryKey[0] !== 'profile' && !(error instanceof ApiError && [401, 404].includes(error.status))

const isStale = (query: Query) =>
  query.isActive() &&
  query.state.status === 'error' &&
  query.state.data !== undefined &&
  isUnreported(query)

/** A notice shown while data on the screen is stale because a refetch failed. */
export function NotRefreshed() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const isShown = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.getAll().some(isStale),
  )
  if (!isShown) return null
  return (
    <div className={`notice red between wrap ${styles.notice}`} role="alert">
      <p>Couldn't refresh. You may be seeing older data.</p>
      <button
        type="button"
        className="button small"
        onClick={() => client.refetchQueries({ predicate: isStale })}
      >
        Retry
      </button>
    </div>
  )
}
