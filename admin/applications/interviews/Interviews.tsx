import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { clockTimeIn, hoursIn, zoneTextOf } from '#api/hiring/interviews/contract/time.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { Loaded } from '../../ui/States.tsx'
import { type Application, applicationsKey } from '../queries.ts'
import styles from './Interviews.module.css'
import { cancelInterview, type Interview, interviewsQuery } from './queries.ts'
import { shortHoursIn } from './words.ts'

const InterviewDialog = lazy(() => import('./InterviewDialog.tsx'))

/** The interviews about an application, and buttons to propose, change and cancel one. */
export function Interviews({ application }: { application: Application }) {
  const { id, status, withdrawn_at } = application
  const query = useQuery(interviewsQuery(id))
  const [open, setOpen] = useState<Interview | 'new'>()
  const [canceling, setCanceling] = useState<Interview>()
  const client = useQueryClient()
  const isClosed = status === 'rejected' || withdrawn_at !== null

  async function cancel(interview: Interview) {
    try {
      await cancelInterview(interview)
      toast({ message: 'Interview canceled', kind: 'done' })
    } finally {
      await client.invalidateQueries({ queryKey: applicationsKey })
    }
  }
  return (
    <section aria-labelledby="interviews" className="stack gap-3">
      <div className="between wrap">
        <h2 id="interviews">Interviews</h2>
        {!isClosed && (
          <button type="button" className="button small" onClick={() => setOpen('new')}>
            <CalendarPlus size={16} aria-hidden /> Propose times
          </button>
        )}
      </div>
      <Loaded query={query} failed="Failed to load the interviews" rows={1}>
        {(interviews) =>
          interviews.length ? (
            <ul className={styles.list}>
              {interviews.map((one) => (
                <Item
                  key={one.id}
                  interview={one}
                  isClosed={isClosed}
                  onChange={() => setOpen(one)}
                  onCancel={() => setCanceling(one)}
                />
              ))}
            </ul>
          ) : (
            <p className="faint">
              {isClosed ? 'No interviews.' : 'Propose times; the candidate picks one.'}
            </p>
          )
        }
      </Loaded>
      {open && (
        <Suspense>
          <InterviewDialog
            application={application}
            interview={open === 'new' ? undefined : open}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
      {canceling && (
        <Confirm
          title="Cancel this interview?"
          message={
            canceling.state === 'booked'
              ? `${application.first_name} and the interviewers are emailed, and it leaves their calendars.`
              : `${application.first_name} is emailed that the times are taken back.`
          }
          action="Cancel interview"
          busyAction="Canceling..."
          cancel="Keep it"
          onConfirm={() => cancel(canceling)}
          onClose={() => setCanceling(undefined)}
        />
      )}
    </section>
  )
}

const states = {
  proposed: ['Waiting for the candidate', 'yellow'],
  booked: ['Booked', 'green'],
  declined: ['Declined by the candidate', 'red'],
  canceled: ['Canceled', ''],
} as const

const conflictWords = {
  booked: 'already has an interview',
  busy: 'is busy, says their calendar,',
  proposed: 'may have another interview',
} as const

function Item({
  interview,
  isClosed,
  onChange,
  onCancel,
}: {
  interview: Interview
  isClosed: boolean
  onChange: () => void
  onCancel: () => void
}) {
  const { state, time, times, minutes, place, time_zone, people, conflicts, reply } = interview
  const { ends_at } = interview
  const isOver = time !== null && time <= new Date().toISOString()
  const shown = time ? [time] : state === 'proposed' ? times : []
  const [label, tone] = states[state]
  const canChange = !isClosed && state !== 'canceled' && !(state === 'booked' && isOver)
  return (
    <li className={`line wrap ${state === 'canceled' ? 'faint' : ''}`}>
      <div className={`stack gap-1 ${styles.what}`}>
        <div className={`line wrap ${styles.times}`}>
          {shown.length > 0 && (
            <ul>
              {shown.map((one) => (
                <li key={one}>
                  <time dateTime={one}>{hoursIn(one, minutes, time_zone)}</time>
                </li>
              ))}
            </ul>
          )}
          <span className={`badge ${tone}`}>
            {state === 'booked' && isOver ? 'Took place' : label}
          </span>
        </div>
        <p className={styles.facts} dir="auto">
          <span>
            {`${minutes} minutes${shown.length ? ` (${zoneTextOf(shown, time_zone)})` : ''}${
              people.length ? `, with ${people.map(({ name }) => name).join(', ')}` : ''
            } · `}
          </span>
          {/^https:\/\//i.test(place) ? (
            <a href={place} target="_blank" rel="noopener noreferrer">
              {place}
            </a>
          ) : (
            <bdi>{place}</bdi>
          )}
        </p>
        {reply && (
          <blockquote className={styles.reply} dir="auto">
            {reply}
          </blockquote>
        )}
        {ends_at && (
          <p className={`line ${styles.warning}`}>
            <TriangleAlert size={15} aria-hidden />
            <span>{`Will be canceled at ${clockTimeIn(ends_at, time_zone)}, unless what ends it is undone.`}</span>
          </p>
        )}
        {canChange && people.length === 0 && (
          <p className={`line ${styles.warning}`}>
            <TriangleAlert size={15} aria-hidden /> Nobody takes part. Choose who does, or cancel
            it.
          </p>
        )}
        {conflicts.map((one) => (
          <p key={`${one.user_id} ${one.time}`} className={`line ${styles.warning}`}>
            <TriangleAlert size={15} aria-hidden />
            <span>
              {`${one.name} ${conflictWords[one.state]} then (${shortHoursIn(one.time, minutes, time_zone)}).`}
            </span>
          </p>
        ))}
      </div>
      {canChange && (
        <div className={`line wrap ${styles.actions}`}>
          <button type="button" className="button small" onClick={onChange}>
            {state === 'declined' ? 'Propose other times' : 'Change'}
          </button>
          <button type="button" className="button small" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )}
    </li>
  )
}
