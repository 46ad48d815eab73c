import {
  Bot,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  Star,
  Undo2,
} from 'lucide-react'
import type { ApplicationStatus } from '#api/hiring/applications/contract/status.ts'
import styles from './StatusBadge.module.css'

export const statusLabel: Record<ApplicationStatus, string> = {
  pending: 'Pending',
  shortlisted: 'Shortlisted',
  rejected: 'Rejected',
  selected: 'Selected',
}

export const statusIcon: Record<ApplicationStatus, LucideIcon> = {
  pending: Clock,
  shortlisted: Star,
  rejected: CircleX,
  selected: CircleCheck,
}

/** The color's class, as `.badge` knows it. */
export const statusTone: Record<ApplicationStatus, 'yellow' | 'blue' | 'red' | 'green'> = {
  pending: 'yellow',
  shortlisted: 'blue',
  rejected: 'red',
  selected: 'green',
}

export function StatusBadge({ status }: { status: ApplicationStatus }) {
  const Icon = statusIcon[status]
  return (
    <span className={`badge state ${statusTone[status]}`}>
      <Icon size={13} aria-hidden /> {statusLabel[status]}
    </span>
  )
}

/** In rows, where two hundred colored badges would shout: the icon has the color. */
export function StatusText({ status }: { status: ApplicationStatus }) {
  const Icon = statusIcon[status]
  return (
    <span className={`${styles.text} ${styles[statusTone[status]]}`}>
      <Icon size={14} aria-hidden /> {statusLabel[status]}
    </span>
  )
}

const overdueText = (status: ApplicationStatus) =>
  status === 'pending' ? 'Overdue' : 'Late: decided, not notified'

/** The candidate has heard nothing in time. */
export const OverdueBadge = ({ status }: { status: ApplicationStatus }) => (
  <span className="badge red">
    <Hourglass size={13} aria-hidden /> {overdueText(status)}
  </span>
)

/** Beside the status: the candidate has withdrawn. */
export const WithdrawnBadge = () => (
  <span className="badge">
    <Undo2 size={13} aria-hidden /> Withdrawn
  </span>
)

/** A trap of the form has caught it. */
export const SpamBadge = () => (
  <span className="badge">
    <Bot size={13} aria-hidden /> Possible spam
  </span>
)
