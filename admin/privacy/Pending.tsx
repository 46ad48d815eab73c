import { useMutation, useQueryClient } from '@tanstack/react-query'
import { complaint } from '../lib/api/api.ts'
import { toast } from '../lib/toasts.ts'
import { Moment } from '../ui/Moment.tsx'
import { type Privacy, privacyKey, takeBack } from './queries.ts'

const outcomes = ['undecided', 'rejected', 'selected', 'withdrawn'] as const

/** Shorter periods that have not taken effect yet. */
export function Pending({ pending }: { pending: NonNullable<Privacy['pending']> }) {
  const client = useQueryClient()
  const taking = useMutation({
    mutationFn: takeBack,
    onSuccess: () => toast({ message: 'Taken back. Nothing changes.', kind: 'done' }),
    onError: (error) => toast({ message: complaint("Couldn't take it back", error) }),
    onSettled: () => client.invalidateQueries({ queryKey: privacyKey }),
  })
  return (
    <div className="notice" role="status">
      <p>
        <strong>
          Shorter periods take effect on <Moment at={pending.effective_at} />.
        </strong>{' '}
        Requested by {pending.requested_by}.
      </p>
      <ul>
        {outcomes.map((outcome) => {
          const days = pending[`keep_${outcome}_days`]
          return days && <li key={outcome}>{`${outcome}: ${days} days`}</li>
        })}
      </ul>
      <button
        type="button"
        className="button small"
        aria-disabled={taking.isPending}
        onClick={() => !taking.isPending && taking.mutate()}
      >
        Take it back
      </button>
    </div>
  )
}
