import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, MessagesSquare, NotebookPen, StickyNote, Users } from 'lucide-react'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import type { ApplicationStatus } from '#api/hiring/applications/contract/status.ts'
import { formatDate, formatDateTime, formatDay } from '../../lib/text/format.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { SpamBadge, StatusText, WithdrawnBadge } from '../../status/StatusBadge.tsx'
import dueStyles from '../due/Due.module.css'
import { Due } from '../due/Due.tsx'
import { InterviewAt, interviewTime } from '../interviews/InterviewAt.tsx'
import { rejectionNote } from '../interviews/outcome.ts'
import { type ListedApplication, prefetchApplication } from '../queries.ts'
import { ResumeIcon } from '../resume/ResumeIcon.tsx'
import { TagChips } from '../tags/TagChips.tsx'
import styles from './ApplicationRow.module.css'
import { Contact } from './Contact.tsx'
import { StatusButtons } from './StatusButtons.tsx'

type Props = {
  application: ListedApplication
  /** Among those who agreed to be kept for later. */
  isPool: boolean
  selected: boolean
  onToggle: (range: boolean) => void
  onStatus: (status: ApplicationStatus) => void
  onNotes: () => void
}

/* A list of cards on a phone, which no table element can be. */
/* biome-ignore-start lint/a11y/useSemanticElements: see above */
/* biome-ignore-start lint/a11y/useFocusableInteractive: the controls in the cells have the focus */
export function ApplicationRow({
  application,
  isPool,
  selected,
  onToggle,
  onStatus,
  onNotes,
}: Props) {
  const { id, status, step_name, step_due, job_title, notes, created_at, unread } = application
  const { kept_until, keep_asked_at, keep_ask_error, interview_at } = application
  const client = useQueryClient()
  const timeZone = useSiteTimeZone()
  const name = fullName(application)
  const prefetch = () => {
    prefetchApplication(client, id).catch(() => null)
  }
  return (
    <div
      role="row"
      className={styles.row}
      aria-selected={selected}
      data-unread={unread || undefined}
      onPointerEnter={prefetch}
    >
      <div role="gridcell" className={styles.check}>
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected}
            // A click has the Shift key, a change has not.
            onClick={(event) => onToggle(event.shiftKey)}
            onChange={() => {}}
          />
        </label>
      </div>
      <div role="gridcell" className={styles.who}>
        {unread && (
          <span className={styles.dot}>
            <span className="visually-hidden">Unread </span>
          </span>
        )}
        <p className={`row ${styles.line}`}>
          <Link
            className={`clip ${styles.name}`}
            to="/applications/$id"
            params={{ id: String(id) }}
            data-row={id}
            translate="no"
            onFocus={prefetch}
          >
            {name}
          </Link>
          {application.withdrawn_at && <WithdrawnBadge />}
          {application.suspicious && <SpamBadge />}
          <AlsoApplied application={application} />
          <UnreadMessages count={application.unread_messages} />
        </p>
        <TagChips ids={application.tags} max={2} />
      </div>
      <div role="gridcell" className={styles.job}>
        <p className="clip" title={job_title}>
          {job_title}
        </p>
      </div>
      <div role="gridcell" className={styles.date}>
        <span className="visually-hidden">Applied </span>
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {formatDate(created_at)}
        </time>
      </div>
      <div role="gridcell" className={styles.due}>
        {isPool && kept_until ? (
          <time className={styles.kept} dateTime={kept_until}>
            {formatDate(kept_until)}
          </time>
        ) : (
          <Due {...application} />
        )}
      </div>
      <div role="gridcell" className={styles.status}>
        <StatusText status={status} />
        {step_name && <Step name={step_name} due={step_due} />}
      </div>
      <div role="gridcell" className={styles.below}>
        <Contact {...application} />
        {interview_at && <InterviewAt at={interview_at} />}
        {kept_until && (
          <span
            className={`faint ${isPool ? styles.keptBelow : ''}`}
            title="The candidate agreed to be kept until then"
          >
            Kept until <time dateTime={kept_until}>{formatDate(kept_until)}</time>
          </span>
        )}
        {isPool && keep_asked_at && (
          <span
            className="faint"
            title={keep_ask_error ?? 'An email asked the candidate whether to keep it for longer'}
          >
            {keep_ask_error === null ? 'Asked on ' : 'Asking failed on '}
            <time dateTime={keep_asked_at}>{formatDate(keep_asked_at)}</time>
          </span>
        )}
        {notes && (
          <span className={`row gap-1 faint ${styles.notes}`} title={notes}>
            <StickyNote size={13} aria-hidden />
            <span className="visually-hidden">Notes: </span>
            <span className="clip">{notes}</span>
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.set}>
        <StatusButtons
          name={name}
          status={status}
          rejection={rejectionNote(application, (at) => interviewTime(at, timeZone))}
          onSet={onStatus}
        />
      </div>
      <div role="gridcell" className={styles.icons}>
        <span className={styles.resume}>
          {application.resume_path && <ResumeIcon application={application} />}
        </span>
        <button
          type="button"
          className="button quiet small"
          aria-label={`Notes on ${name}`}
          onClick={onNotes}
        >
          <NotebookPen size={16} aria-hidden />
        </button>
        <Link
          className="button quiet small"
          to="/applications/$id"
          params={{ id: String(id) }}
          aria-label={`View ${name}`}
          title="View"
        >
          <ArrowRight size={16} aria-hidden />
          <span className={styles.word}>View</span>
        </Link>
      </div>
    </div>
  )
}
/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */
/* biome-ignore-end lint/a11y/useSemanticElements: see above */

function Step({ name, due }: { name: string; due: string | null }) {
  const today = dayIn(useSiteTimeZone())
  return (
    <p className="clip note" title={name}>
      <span className="visually-hidden">Step: </span>
      {name}
      {due && due < today && (
        <>
          {' '}
          <time
            className={dueStyles.late}
            dateTime={due}
            title={`${name} was due by ${formatDay(due)}`}
          >
            late
          </time>
        </>
      )}
    </p>
  )
}

/** How many messages of the candidate nobody has opened. */
function UnreadMessages({ count }: { count: number }) {
  if (!count) return null
  const words = `${count} unread ${count === 1 ? 'message' : 'messages'}`
  return (
    <span className={`badge ${styles.messages}`} title={words}>
      <MessagesSquare size={12} aria-hidden /> <span aria-hidden>{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** How many other applications the same person has, with a link that searches for their address. */
function AlsoApplied({ application }: { application: ListedApplication }) {
  const { also_applied, email } = application
  if (!also_applied) return null
  const others = `${also_applied} other ${also_applied === 1 ? 'application' : 'applications'}`
  return (
    <Link
      className={`badge ${styles.also}`}
      to="/applications"
      search={{ q: email }}
      title={`The same person has ${others}`}
      aria-label={`+${also_applied}, ${others} of ${fullName(application)}`}
    >
      <Users size={12} aria-hidden /> +{also_applied}
    </Link>
  )
}
