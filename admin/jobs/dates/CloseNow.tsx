import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { complaint, retryAfter } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { type Job, jobFormQuery, jobsKey, setActive } from '../queries.ts'
import styles from './CloseNow.module.css'

/** Closes an active job without saving the form around it; `adopt` takes over its new state. */
export function CloseNow({ job, adopt }: { job: Job; adopt: (job: Job) => void }) {
  const [hasClosed, setClosed] = useState(false)
  const { mutate, isPending } = useSetJobActive(job, (changed) => {
    adopt(changed)
    setClosed(!changed.is_active)
  })
  if (job.is_active)
    return (
      <div className={`row wrap ${styles.close}`}>
        <button
          type="button"
          className="button"
          aria-describedby="close-now-help"
          aria-disabled={isPending}
          onClick={() => isPending || mutate(false)}
        >
          {isPending ? 'Closing...' : 'Close now'}
        </button>
        <p className="help" id="close-now-help">
          Closes the job now. Unsaved edits are kept.
        </p>
      </div>
    )
  return hasClosed ? <Closed /> : null
}

/** Takes the focus of the button that it replaces. */
function Closed() {
  const text = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={text} className="help" tabIndex={-1}>
      This job is closed. To open it again, check Active and save.
    </p>
  )
}

function useSetJobActive({ id, title }: Job, onChange: (job: Job) => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (active: boolean) => setActive(id, active),
    onSuccess: (job, active) => {
      onChange(job)
      // Undo may come after the form was left.
      client.setQueryData(jobFormQuery(String(id)).queryKey, (shown) => shown && job)
      client.invalidateQueries({
        queryKey: jobsKey,
        predicate: ({ queryKey }) => queryKey[1] !== 'form',
      })
      toast(
        active
          ? { message: `“${title}” is open again`, kind: 'done' }
          : { message: `“${title}” is closed`, kind: 'done', undo: () => mutate(true) },
      )
    },
    onError: (error, active) =>
      toast({
        message: complaint(`“${title}” was not ${active ? 'opened' : 'closed'}`, error),
        ...retryAfter(error, () => mutate(active)),
      }),
  })
  return { mutate, isPending }
}
