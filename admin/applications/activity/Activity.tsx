import { useQuery } from '@tanstack/react-query'
import { longTimeIn, zoneText } from '#api/hiring/interviews/contract/time.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Loaded } from '../../ui/States.tsx'
import type { Application } from '../queries.ts'
import styles from './Activity.module.css'
import { activityQuery, type Happening } from './queries.ts'

type Logged = Exclude<Happening, { kind: 'comment' }>

/** What happened to the application, the latest first; comments are in the conversation. */
export function Activity({ application: { id } }: { application: Pick<Application, 'id'> }) {
  const activity = useQuery(activityQuery(id))
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="visually-hidden">
        Activity
      </h2>
      <Loaded query={activity} failed="Failed to load the activity" rows={3}>
        {(data) => {
          const logged = data.filter((happening) => happening.kind !== 'comment')
          return (
            <>
              <ol className={`stack gap-3 measure ${styles.lines}`}>
                {logged
                  .filter((happening) => !isView(happening))
                  .map((happening) => (
                    <li key={`${happening.kind} ${happening.at} ${keyOf(happening)}`}>
                      <Line happening={happening} />
                    </li>
                  ))}
              </ol>
              <Views all={logged.filter(isView)} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

type View = Extract<Logged, { times: number }>

/** Reading a record opens its resume: both only look. */
const isView = (happening: Logged): happening is View =>
  happening.kind === 'viewed' || happening.kind === 'downloaded'

/** All views as one line, which opens; not printed. */
function Views({ all }: { all: View[] }) {
  if (!all.length) return null
  const countOf = (kind: View['kind']) =>
    all.reduce((sum, one) => sum + (one.kind === kind ? one.times : 0), 0)
  const viewed = countOf('viewed')
  const opened = countOf('downloaded')
  const what = [
    ...(viewed ? [`Viewed${times(viewed)}`] : []),
    ...(opened ? [`${viewed ? 'files' : 'Files'} opened${times(opened)}`] : []),
  ].join(', ')
  const people = [...new Set(all.map(({ by }) => by))]
  return (
    <details className={styles.views}>
      <summary>
        {what} by {people.length > 2 ? `${people.length} people` : people.join(' and ')}
      </summary>
      <ol className={`stack gap-3 measure ${styles.lines}`}>
        {all.map((happening) => (
          <li key={`${happening.kind} ${happening.at} ${happening.by}`}>
            <Line happening={happening} />
          </li>
        ))}
      </ol>
    </details>
  )
}

const keyOf = (happening: Logged) => ('email' in happening ? happening.email.id : happening.by)

const states = { waiting: 'not sent yet', sent: 'sent', failed: 'not sent' }

function Line({ happening }: { happening: Logged }) {
  return (
    <>
      <p className={`line wrap ${styles.line}`}>
        <span dir="auto">
          <What {...happening} />
        </span>{' '}
        <span className="faint">
          <Moment at={happening.at} />
        </span>
      </p>
      {'email' in happening && happening.email.state !== 'sent' && happening.email.last_error && (
        <p className="error">{happening.email.last_error}</p>
      )}
    </>
  )
}

function What(happening: Logged) {
  const who = <strong>{happening.by}</strong>
  switch (happening.kind) {
    case 'received':
      return happening.by ? <>{who} added the application</> : <>Application received</>
    case 'viewed':
      return (
        <>
          {who} viewed{times(happening.times)}
        </>
      )
    case 'downloaded':
      return (
        <>
          {who} opened a file{times(happening.times)}
        </>
      )
    case 'exported':
      return (
        <>
          {who} exported it{times(happening.times)}
        </>
      )
    case 'status':
      return (
        <>
          {who} moved it {happening.from && <span>{`from ${statusLabel[happening.from]} `}</span>}
          <span>to {statusLabel[happening.to]}</span>
          {happening.step && <span>{`, ${happening.step}`}</span>}
          {happening.reason && <span>{`: ${happening.reason}`}</span>}
        </>
      )
    case 'step':
      return (
        <>
          {who}{' '}
          {happening.to
            ? `moved it to ${happening.to}`
            : `took it out of ${happening.from ?? 'its step'}`}
        </>
      )
    case 'tagged':
      return (
        <>
          {who}{' '}
          {[
            ...(happening.added ? [`added the tag ${happening.added}`] : []),
            ...(happening.removed ? [`removed the tag ${happening.removed}`] : []),
          ].join(' and ')}
        </>
      )
    case 'changed':
      return <>{who} edited details or notes</>
    case 'told':
      return <>{who} marked the candidate as informed</>
    case 'shared':
      return <>{who} shared a link to the application</>
    case 'viewed_by_link':
      return <>{who} opened the application</>
    case 'resume_viewed_by_link':
      return <>{who} opened the resume</>
    case 'hand_over_created':
      return <>{who} made a hand-over link</>
    case 'handed_over':
      return <>{who} fetched the hand-over</>
    case 'invited':
      return <>{who} invited the candidate to another job</>
    case 'evaluated':
      return <>{who} evaluated the application</>
    case 'evaluation_changed':
      return <>{who} changed their evaluation</>
    case 'evaluation_waived':
      return <>{who} chose to see the evaluations before giving one</>
    case 'evaluations_seen':
      return <>{who} read the evaluations without giving one</>
    case 'taken_back':
      return <>{who} undid the decision; its email was not sent</>
    case 'withdrawn':
      return <>The candidate withdrew the application</>
    case 'withdrawal_undone':
      return <>The candidate took back the withdrawal</>
    case 'not_spam':
      return <>{who} marked it as no spam</>
    case 'spam':
      return <>{who} marked it as possible spam</>
    case 'infected_removed':
      return <>{who} removed the files with a virus</>
    case 'hold_set':
      return <>{who} put it on legal hold</>
    case 'hold_changed':
      return <>{who} changed the reason of the legal hold</>
    case 'hold_lifted':
      return <>{who} lifted the legal hold</>
    case 'interview_proposed':
      return <>{who} proposed times for an interview</>
    case 'interview_changed':
      if (!happening.by) return <>An interviewer who can no longer review this job was removed</>
      return (
        <>
          {who} changed{' '}
          {happening.changed.length > 0 && <span>the {listed(happening.changed)} of </span>}
          <span>an interview</span>
        </>
      )
    case 'interview_canceled':
      return <>{who} canceled an interview</>
    case 'interview_booked':
      return (
        <>
          The candidate picked{' '}
          {happening.time ? <StartTime time={happening.time} /> : <span>a time</span>}{' '}
          <span>for an interview</span>
        </>
      )
    case 'interview_declined':
      return <>The candidate declined an interview</>
    case 'receipt':
      return <>Confirmation to the candidate: {states[happening.email.state]}</>
    case 'email':
      return (
        <>
          {who} wrote to the candidate: “{happening.email.subject}” ({states[happening.email.state]}
          {happening.email.held_until && happening.email.state === 'waiting' && (
            <span>
              , held until <Moment at={happening.email.held_until} />
            </span>
          )}
          <span>)</span>
        </>
      )
  }
}

const times = (count: number) => (count > 1 ? ` ${count} times` : '')

const listed = (parts: string[]) => new Intl.ListFormat('en-GB').format(parts)

function StartTime({ time }: { time: string }) {
  const zone = useSiteTimeZone()
  return (
    <time dateTime={time}>
      {longTimeIn(time, zone)} ({zoneText(time, zone)})
    </time>
  )
}
