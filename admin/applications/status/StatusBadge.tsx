import { CircleCheck, CircleX, Clock, Hourglass, type LucideIcon, Star, Undo2 } from 'lucide-react'
import type { ApplicationStatus } from '#api/applications/contract/status.ts'

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

type Overdue = { status: ApplicationStatus; isSmall?: boolean }

/** The candidate has heard nothing in time. In rows, where there is little room, only an icon. */
export function OverdueBadge({ status, isSmall = false }: Overdue) {
  const text = status === 'pending' ? 'Overdue' : 'Late: decided, not told'
  return (
    <span className="badge red" title={isSmall ? text : undefined}>
      <Hourglass size={13} aria-hidden />{' '}
      <span className={isSmall ? 'visually-hidden' : undefined}>{text}</span>
    </span>
  )
}

/** Beside the status: the candidate has withdrawn. */
export const WithdrawnBadge = () => (
  <span className="badge">
    <Undo2 size={13} aria-hidden /> Withdrawn
  </span>
)
