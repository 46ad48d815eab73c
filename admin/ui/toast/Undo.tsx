import { Undo2 } from 'lucide-react'
import type { MouseEventHandler, Ref } from 'react'
import { useSecondsLeft } from '../../lib/hooks/use-seconds-left.ts'

/** Undo, wherever it is offered. */
export const UndoButton = ({
  onClick,
  busy = false,
  scope,
  ref,
}: {
  onClick: MouseEventHandler<HTMLButtonElement>
  busy?: boolean
  /** What it undoes, where that is not all: 'for 4 of 6'. */
  scope?: string | undefined
  ref?: Ref<HTMLButtonElement>
}) => (
  <button
    type="button"
    ref={ref}
    className="button small"
    aria-disabled={busy || undefined}
    onClick={(event) => !busy && onClick(event)}
  >
    <Undo2 size={15} aria-hidden /> Undo {scope && <span>{scope}</span>}
  </button>
)

/** Until when emails can be stopped; not announced each second. */
export function EmailCountdown({ until, emails = 1 }: { until: number; emails?: number }) {
  const seconds = useSecondsLeft(until)
  const left = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 3600)} h`
  return (
    <span role="timer" aria-live="off">
      {emails === 1 ? 'email goes' : 'emails go'} in {left}
    </span>
  )
}
