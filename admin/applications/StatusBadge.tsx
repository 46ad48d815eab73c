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

/** Nobody has answered in time. In rows, where there is little room, only an icon. */
export const OverdueBadge = ({ isSmall = false }: { isSmall?: boolean }) => (
  <span className="badge red" title={isSmall ? 'Overdue' : undefined}>
    <Hourglass size={13} aria-hidden />{' '}
    <span className={isSmall ? 'visually-hidden' : undefined}>Overdue</span>
  </span>
)

/** Beside the status: the candidate has withdrawn. */
export const WithdrawnBadge = () => (
  <span className="badge">
    <Undo2 size={13} aria-hidden /> Withdrawn
  </span>
)
