import { useEffect, useState } from 'react'
import type { MenuAction } from '../../ui/list/MenuButton.tsx'
import type { Application } from '../queries.ts'
import { answerState, isShort } from './answer.ts'
import { useLeaving, useScheduledEmail } from './use-scheduled-email.ts'

/** The time, every second while it matters. */
function useNow(matters: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!matters) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [matters])
  return now
}

/** What the candidate knows of the decision, and what can be done about it. */
export function useAnswer(application: Application) {
  const { status, held_until } = application
  const now = useNow(held_until !== null)
  const state = answerState(application, now)
  useLeaving(application, state === 'leaving')
  const { mutate, isPending } = useScheduledEmail(application)
  const isUntold = state === 'untold'
  const canSend = isUntold || (state === 'held' && held_until && !isShort(held_until, now))
  const actions: MenuAction[] = [
    ...(canSend
      ? [{ word: 'Send the email now', onClick: () => mutate({ action: 'tell-now', status }) }]
      : []),
    ...(isUntold
      ? [{ word: 'Mark as informed', onClick: () => mutate({ action: 'mark-told', status }) }]
      : []),
  ]
  return {
    state,
    now,
    isPending,
    actions,
    takeBack: (onSuccess: () => void) => mutate({ action: 'take-back', status }, { onSuccess }),
  }
}

export type Answer = ReturnType<typeof useAnswer>
