import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotebookPen, StickyNote } from 'lucide-react'
import type { ApplicationStatus } from '#api/applications/contract/status.ts'
import { fullName } from '#api/http/contract/text.ts'
import { formatDate } from '../lib/format.ts'
import styles from './ApplicationRow.module.css'
import { Contact } from './Contact.tsx'
import { applicationDetailQuery, type ListedApplication } from './queries.ts'
import { ResumeIcon } from './ResumeButton.tsx'
import { StatusActions } from './StatusActions.tsx'
import { StatusBadge } from './StatusBadge.tsx'

type Props = {
  application: ListedApplication
  onStatus: (status: ApplicationStatus) => void
  onNotes: () => void
}

export function ApplicationRow({ application, onStatus, onNotes }: Props) {
  const { id, status, job_title, notes, created_at } = application
  const client = useQueryClient()
  const prefetch = () => {
    client.query({ ...applicationDetailQuery(id), staleTime: 30_000 }).catch(() => null)
  }
  return (
    <li className={styles.row} onPointerEnter={prefetch}>
      <div className={styles.who}>
        <div className={styles.line}>
          <Link
            className={styles.name}
            to="/applications/$id"
            params={{ id: String(id) }}
            data-row={id}
            onFocus={prefetch}
          >
            {fullName(application)}
          </Link>
          <StatusBadge status={status} />
        </div>
        <Contact {...application} />
      </div>
      <div className={styles.what}>
        <p className={styles.job} title={job_title}>
          {job_title}
        </p>
        {notes && (
          <p className={styles.notes} title={notes}>
            <StickyNote size={13} aria-hidden />
            <span className="visually-hidden">Notes: </span>
            <span className={styles.clamped}>{notes}</span>
          </p>
        )}
      </div>
      <p className={styles.date}>
        <span className="visually-hidden">Applied </span>
        <time dateTime={created_at}>{formatDate(created_at)}</time>
      </p>
      <Actions application={application} onStatus={onStatus} onNotes={onNotes} />
    </li>
  )
}

function Actions({ application, onStatus, onNotes }: Props) {
  const name = fullName(application)
  return (
    <div className={styles.actions}>
      <StatusActions name={name} status={application.status} onSet={onStatus} />
      <div className={styles.icons}>
        <span className={styles.resume}>
          {application.resume_path && <ResumeIcon application={application} />}
        </span>
        <button
          type="button"
          className={`button quiet small ${styles.icon}`}
          aria-label={`Notes on ${name}`}
          onClick={onNotes}
        >
          <NotebookPen size={16} aria-hidden />
        </button>
        <Link
          className="button small"
          to="/applications/$id"
          params={{ id: String(application.id) }}
          aria-label={`View ${name}`}
        >
          View
        </Link>
      </div>
    </div>
  )
}
