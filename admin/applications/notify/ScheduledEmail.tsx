import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentToast, onToasts } from '../../lib/toasts.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { EmailCountdown, UndoButton } from '../../ui/Undo.tsx'
import type { Application } from '../queries.ts'
import styles from './ScheduledEmail.module.css'
import { useLeaving, useScheduledEmail } from './use-scheduled-email.ts'
import { announcedTimeLeft, timeLeft, whenFrom } from './when.ts'

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

type State = 'held' | 'leaving' | 'told' | 'untold'

function stateOf({ status, told_status, held_until, is_telling }: Application, now: number): State {
  if (held_until && Date.parse(held_until) > now) return 'held'
  if (held_until || is_telling) return 'leaving'
  return told_status === status ? 'told' : 'untold'
}

const labels = { 'tell-now': 'Send now', 'mark-told': 'Mark as informed' }
const actionsIn: Record<State, (keyof typeof labels | 'take-back')[]> = {
  held: ['take-back', 'tell-now'],
  leaving: [],
  told: [],
  untold: ['tell-now', 'mark-told'],
}

/** Telling now would hold the email as long. */
const isShort = (heldUntil: string, now: number) => Date.parse(heldUntil) - now <= 120_000

/**
 * What the candidate knows of the decision, and what can be done about it. Nothing before a
 * decision, or when somebody withdrew who hasn't been told.
 */
export function ScheduledEmail({ application }: { application: Application }) {
  const now = useNow(application.held_until !== null)
  const state = stateOf(application, now)
  useLeaving(application, state === 'leaving')
  const { mutate, isPending } = useScheduledEmail(application)
  const text = useRef<HTMLParagraphElement>(null)
  const { status, held_until, withdrawn_at, legal_hold } = application
  // One Undo at a time.
  const hasToast = useSyncExternalStore(onToasts, () => Boolean(currentToast()?.undo))
  const actions = actionsIn[state].filter((action) =>
    action === 'take-back' ? !hasToast && !legal_hold : !held_until || !isShort(held_until, now),
  )
  // Of a step inside Pending, an email may be held too.
  const isQuiet = status === 'pending' && !['held', 'leaving'].includes(state)
  if (isQuiet || (withdrawn_at && state === 'untold')) return null
  // The button pressed is gone then.
  const onSuccess = () =>
    requestAnimationFrame(() =>
      (text.current ?? document.querySelector<HTMLElement>('main h1'))?.focus({
        preventScroll: true,
      }),
    )
  return (
    <section className={`row wrap soft ${styles.line}`} aria-label="Answer">
      <p role="status" className="visually-hidden">
        {announcement(application, state, now)}
      </p>
      <p ref={text} tabIndex={-1}>
        <Sentence {...{ application, state, now }} />
      </p>
      {actions.map((action) =>
        action === 'take-back' ? (
          <UndoButton
            key={action}
            busy={isPending}
            onClick={() => mutate({ action, status }, { onSuccess })}
          />
        ) : (
          <button
            key={action}
            type="button"
            className="button small"
            aria-disabled={isPending || undefined}
            onClick={() => !isPending && mutate({ action, status }, { onSuccess })}
          >
            {labels[action]}
          </button>
        ),
      )}
    </section>
  )
}

function announcement({ first_name, held_until }: Application, state: State, now: number) {
  if (state === 'held' && held_until)
    return `${first_name} will be notified ${announcedTimeLeft(now, held_until)}`
  if (state === 'leaving') return `The email to ${first_name} is on its way`
  return state === 'told' ? `${first_name} was notified` : `${first_name} has not been notified`
}

function Sentence({
  application: { first_name, status, held_until, told_at, tell_error },
  state,
  now,
}: {
  application: Application
  state: State
  now: number
}) {
  if (state === 'held' && held_until && isShort(held_until, now))
    return (
      <>
        {statusLabel[status]} · <EmailCountdown until={Date.parse(held_until)} />
      </>
    )
  if (state === 'held' && held_until)
    return (
      <>
        {statusLabel[status]} · {first_name} will be notified{' '}
        <time dateTime={held_until}>{whenFrom(now, held_until)}</time>,{' '}
        <span role="timer">{timeLeft(now, held_until)}</span>.
      </>
    )
  if (state === 'leaving') return <>The email to {first_name} is on its way.</>
  if (state === 'told' && told_at)
    return (
      <>
        {first_name} was notified on <Moment at={told_at} />.
      </>
    )
  if (state === 'told') return <>{first_name} was notified.</>
  return (
    <>
      {first_name} hasn’t been notified yet.
      {tell_error && <span className={styles.error}> The email was not sent: {tell_error}</span>}
    </>
  )
}
