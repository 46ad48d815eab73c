import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { noMailServer } from '#api/core/mail/contract.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
} from '#api/hiring/applications/contract/status.ts'
import { currentToast, onToasts } from '../../lib/toasts.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { PanelButton } from '../../ui/list/PanelButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { EmailCountdown, UndoButton } from '../../ui/toast/Undo.tsx'
import { focusRecord } from '../focus-record.ts'
import { interviewsQuery } from '../interviews/queries.ts'
import type { Application } from '../queries.ts'
import { useReads } from '../use-candidate-language.ts'
import { AskEmail } from './AskEmail.tsx'
import { isShort } from './answer.ts'
import { consequence, consequenceOfAny, interviewConsequence } from './consequence.ts'
import styles from './DecisionSentence.module.css'
import { EmailChoices } from './EmailChoices.tsx'
import type { Answer } from './use-answer.ts'
import type { NotifyRule } from './use-notify.ts'
import { announcedTimeLeft, whenFrom } from './when.ts'

export const consequenceId = 'consequence'

/**
 * In one sentence what a decision sends: of the status that is pointed at or focused, else of the
 * decision that was made, else of any. Its button opens the choices.
 */
export function DecisionSentence({
  application,
  rule,
  previewed,
  answer,
  refusal,
}: {
  application: Application
  rule: NotifyRule
  previewed: ApplicationStatus | undefined
  answer: Answer
  /** Why a decision was not made. */
  refusal: ReactNode
}) {
  const { tell, by } = rule
  const { data: templates } = useQuery({ ...templateChoicesQuery, enabled: tell !== 'never' })
  const { data: interviews = [] } = useQuery(interviewsQuery(application.id))
  const { state, now } = answer
  const isKnown = tell === 'never' || templates !== undefined
  const reads = useReads(application)
  const decision = { application, tell, templates: templates ?? [], reads, now: Date.now() }
  const of = (status: ApplicationStatus) => (isKnown ? consequence(status, decision) : '')
  const interview = interviewConsequence({ application, tell, now: Date.now() }, interviews)
  const any = isKnown ? consequenceOfAny(decision) : ''
  const isPreview = previewed && previewed !== application.status
  // Once nobody is emailed by choice, that they don't know is no news.
  const isNews = state && (state !== 'untold' || application.tell_error || tell !== 'never')
  const isAsking = !by && state !== 'held' && state !== 'leaving'
  // The interview first: where there is no room for all of it, that is what must not be missed.
  const preview = isPreview
    ? [previewed === 'rejected' && interview, of(previewed)].filter(Boolean).join(' ')
    : undefined
  return (
    <div className={styles.whole} data-asks={isAsking || undefined}>
      <p role="status" className="visually-hidden">
        {isNews && announcement(application, state, now)}
      </p>
      {refusal ||
        ((!isAsking || application.tell_error) && (
          <p
            id={consequenceId}
            className={styles.sentence}
            data-previews={isPreview || undefined}
            title={preview}
          >
            {preview ?? (isNews ? <Known {...{ application, state, now }} /> : any)}
          </p>
        ))}
      {!isPreview && state === 'held' && <Undo application={application} answer={answer} />}
      {isAsking ? (
        <AskEmail />
      ) : (
        <PanelButton
          label="Email after a decision"
          aria-label="Change the email"
          className={`button quiet small ${styles.change}`}
          panel={
            <>
              <ul className={`stack gap-1 ${styles.each}`}>
                {applicationStatuses
                  .filter((status) => status !== application.status)
                  .map((status) => (
                    <li key={status}>{of(status)}</li>
                  ))}
                {interview && <li>{interview}</li>}
              </ul>
              <EmailChoices application={application} rule={rule} />
            </>
          }
        >
          <span className={styles.word}>Change</span> <ChevronDown size={15} aria-hidden />
        </PanelButton>
      )}
    </div>
  )
}

function Undo({ application, answer }: { application: Application; answer: Answer }) {
  // One Undo at a time.
  const hasToast = useSyncExternalStore(onToasts, () => Boolean(currentToast()?.undo))
  if (hasToast || application.legal_hold) return null
  // The button pressed is gone then.
  const undo = () => answer.takeBack(() => requestAnimationFrame(focusRecord))
  return <UndoButton busy={answer.isPending} onClick={undo} />
}

type KnownProps = {
  application: Application
  state: NonNullable<Answer['state']>
  now: number
}

function announcement(
  { first_name, held_until }: Application,
  state: Answer['state'],
  now: number,
) {
  if (state === 'held' && held_until)
    return `${first_name} will be notified ${announcedTimeLeft(now, held_until)}`
  if (state === 'leaving') return `The email to ${first_name} is on its way`
  return state === 'told' ? `${first_name} was notified` : `${first_name} doesn’t know yet`
}

function Known({
  application: { first_name, status, held_until, told_at, tell_error },
  state,
  now,
}: KnownProps) {
  if (state === 'held' && held_until && isShort(held_until, now))
    return (
      <>
        {statusLabel[status]} · <EmailCountdown until={Date.parse(held_until)} />
      </>
    )
  if (state === 'held' && held_until)
    return (
      <>
        {first_name} will be notified <time dateTime={held_until}>{whenFrom(now, held_until)}</time>
      </>
    )
  if (state === 'leaving') return <>The email to {first_name} is on its way.</>
  if (state === 'told' && told_at)
    return (
      <>
        {first_name} was notified on <Moment at={told_at} />
      </>
    )
  if (state === 'told') return <>{first_name} was notified.</>
  return (
    <>
      {first_name} doesn’t know yet.
      {tell_error === noMailServer && <span> The email is saved, not sent.</span>}
      {tell_error && tell_error !== noMailServer && (
        <span className={styles.error}> The email was not sent: {tell_error}</span>
      )}
    </>
  )
}
