import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { complaint } from '../../lib/api/api.ts'
import { useSecondsLeft } from '../../lib/hooks/use-seconds-left.ts'
import { formatCount } from '../../lib/text/format.ts'
import { currentToast, onToasts, toast } from '../../lib/toasts.ts'
import { EmailCountdown, UndoButton } from '../../ui/toast/Undo.tsx'
import { applicationsKey } from '../queries.ts'
import styles from './Bulk.module.css'
import {
  type Bulk,
  bulkKey,
  isAtWork,
  ownBulkQuery,
  retryBulk,
  undoBulk,
  undoPreviewQuery,
} from './queries.ts'
import { headline, problems } from './words.ts'

const key = 'bulkSeen'
/** An action that is undone or repeated ends once more. */
const mark = ({ id, finished_at }: Bulk) => `${id} ${finished_at}`

/** The user's running bulk actions, and the latest result until dismissed, even after a reload. */
export function BulkProgress() {
  const client = useQueryClient()
  const { data = [] } = useQuery(ownBulkQuery)
  const [seen, setSeen] = useState(() => localStorage.getItem(key))
  const ended = data.find((bulk) => !isAtWork(bulk))
  const working = data.filter(isAtWork)
  const end = ended && mark(ended)
  const count = working.length
  // Also when one of several has ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when
  useEffect(() => {
    client.invalidateQueries({ queryKey: applicationsKey })
  }, [client, end, count])
  const shown = ended && end !== seen && !working.some(({ id }) => id > ended.id) ? [ended] : []
  return [...working, ...shown].map((bulk) => (
    <section
      key={bulk.id}
      className={`notice stack gap-2 ${styles.progress}`}
      aria-label="Bulk action"
    >
      {isAtWork(bulk) ? (
        <AtWork bulk={bulk} />
      ) : (
        <Ended
          bulk={bulk}
          onDismiss={() => {
            localStorage.setItem(key, mark(bulk))
            setSeen(mark(bulk))
          }}
        />
      )}
    </section>
  ))
}

function AtWork({ bulk }: { bulk: Bulk }) {
  const over = bulk.total - bulk.left
  const quarter = Math.floor((4 * over) / bulk.total)
  return (
    <>
      <strong>{headline(bulk)}</strong>
      <progress max={bulk.total} value={over} aria-label={headline(bulk)} />
      <p className="help">You can close this page; this continues in the background.</p>
      <span role="status" className="visually-hidden">
        {quarter ? `${quarter * 25} % done` : 'Begun'}
      </span>
    </>
  )
}

function Ended({ bulk, onDismiss }: { bulk: Bulk; onDismiss: () => void }) {
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: (act: (bulk: Bulk) => Promise<unknown>) => act(bulk),
    onError: (error) => toast({ message: complaint('Not started', error) }),
    onSettled: () => client.invalidateQueries({ queryKey: bulkKey, exact: true }),
  })
  const { state, action, done, total, failed, failed_count } = bulk
  const canUndo = action === 'status' && state === 'done' && done > 0
  const canRetry = state === 'done' && done < total && failed.some(({ name }) => name !== null)
  return (
    <>
      <div className={`row wrap ${styles.head}`}>
        <strong role="status">{[headline(bulk), ...problems(bulk)].join(', ')}</strong>
        {canUndo && (
          <Undo bulk={bulk} isPending={again.isPending} onUndo={() => again.mutate(undoBulk)} />
        )}
        {canRetry && (
          <button
            type="button"
            className="button small"
            disabled={again.isPending}
            onClick={() => again.mutate(retryBulk)}
          >
            Retry
          </button>
        )}
        <button
          type="button"
          className="button small quiet"
          aria-label="Dismiss"
          onClick={onDismiss}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      {failed_count > 0 && (
        <details open={failed_count <= 5}>
          <summary>What went wrong</summary>
          <ul className={styles.failed}>
            {failed.map(({ id, name, error }) => (
              <li key={id}>
                {name === null ? (
                  <span>{`#${id}`}</span>
                ) : (
                  <Link to="/applications/$id" params={{ id: String(id) }}>
                    {name}
                  </Link>
                )}
                <span>{`: ${error}.`}</span>
              </li>
            ))}
            {failed_count > failed.length && (
              <li>And {(failed_count - failed.length).toLocaleString('en')} more</li>
            )}
          </ul>
        </details>
      )}
    </>
  )
}

const ms = (time: string | null) => (time ? Date.parse(time) : 0)

/** Ms that Undo is offered after the end, where no email ends it. */
const offeredFor = 10 * 60_000

/** Undo, with how many it puts back; while the emails are held, and a toast offers no other. */
function Undo({ bulk, isPending, onUndo }: { bulk: Bulk; isPending: boolean; onUndo: () => void }) {
  const hasToast = useSyncExternalStore(onToasts, () => Boolean(currentToast()?.undo))
  const { data } = useQuery(undoPreviewQuery(bulk))
  const heldUntil = ms(data?.held_until ?? null)
  const sentIn = useSecondsLeft(heldUntil)
  const offered = useSecondsLeft(ms(bulk.finished_at) + offeredFor)
  if (!data?.undoable || hasToast || !(offered || sentIn)) return null
  const { undoable, left_out } = data
  return (
    <>
      {left_out > 0 && (
        <span className="help">
          {formatCount(left_out)} {left_out === 1 ? 'stays' : 'stay'}: changed or emailed since, or
          on legal hold
        </span>
      )}
      {sentIn > 0 && <EmailCountdown until={heldUntil} emails={undoable} />}
      <UndoButton
        busy={isPending}
        onClick={onUndo}
        scope={
          bulk.total > 1
            ? `for ${formatCount(undoable)}${left_out ? ` of ${formatCount(undoable + left_out)}` : ''}`
            : undefined
        }
      />
    </>
  )
}
