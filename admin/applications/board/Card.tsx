import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MoveRight } from 'lucide-react'
import { fullName } from '#api/core/http/contract/text.ts'
import { formatDate, formatDateTime } from '../../lib/text/format.ts'
import { SpamBadge, WithdrawnBadge } from '../../status/StatusBadge.tsx'
import { type MenuAction, MenuButton } from '../../ui/list/MenuButton.tsx'
import { Due, StepDue } from '../due/Due.tsx'
import { InterviewAt } from '../interviews/InterviewAt.tsx'
import { type ListedApplication, prefetchApplication } from '../queries.ts'
import { TagChips } from '../tags/TagChips.tsx'
import styles from './Board.module.css'

/** An application on the board. */
export function Card({
  application,
  showsJob,
  places,
  onOpen,
  onDrag,
}: {
  application: ListedApplication
  showsJob: boolean
  /** The statuses and steps of its job, to move to. */
  places: MenuAction[]
  onOpen: () => void
  onDrag: (isDragged: boolean) => void
}) {
  const { id, job_title, created_at, unread, tags, withdrawn_at, interview_at } = application
  const client = useQueryClient()
  const name = fullName(application)
  const prefetch = () => {
    prefetchApplication(client, id).catch(() => null)
  }
  return (
    <li
      className={`stack gap-1 ${styles.card}`}
      data-unread={unread || undefined}
      draggable
      onPointerEnter={prefetch}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', name)
        event.dataTransfer.effectAllowed = 'move'
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      <div className={`between gap-1 ${styles.top}`}>
        <Link
          className={styles.name}
          to="/applications/$id"
          params={{ id: String(id) }}
          data-card={id}
          draggable={false}
          onFocus={prefetch}
          onClick={onOpen}
        >
          {unread && <span className="visually-hidden">Unread </span>}
          <span>{name}</span>
        </Link>
        <MenuButton
          label={`Move ${name}`}
          className={`button quiet small ${styles.move}`}
          actions={places}
        >
          <MoveRight size={15} aria-hidden />
        </MenuButton>
      </div>
      {showsJob && (
        <p className={`soft ${styles.job}`} title={job_title}>
          {job_title}
        </p>
      )}
      {withdrawn_at && <WithdrawnBadge />}
      {application.suspicious && <SpamBadge />}
      <TagChips ids={tags} />
      <p className={`line wrap faint tabular ${styles.facts}`}>
        <span className="visually-hidden">Applied </span>
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {formatDate(created_at)}
        </time>
        <Due {...application} />
        <StepDue {...application} />
        {interview_at && <InterviewAt at={interview_at} />}
      </p>
    </li>
  )
}

/** The link of the card of an application. */
export const cardOf = (board: HTMLElement | null, id: number) =>
  board?.querySelector<HTMLElement>(`[data-card="${id}"]`)
