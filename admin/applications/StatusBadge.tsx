import { CircleCheck, CircleX, Clock, type LucideIcon, Star } from 'lucide-react'
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

/** The colour's class, as `.badge` knows it. */
export const statusTone: Record<ApplicationStatus, 'yellow' | 'blue' | 'red' | 'green'> = {
  pending: 'yellow',
  shortlisted: 'blue',
  rejected: 'red',
  selected: 'green',
}

export function StatusBadge({ status }: { status: ApplicationStatus }) {
  const Icon = statusIcon[status]
  return (
    <span className={`badge ${statusTone[status]}`}>
      <Icon size={13} aria-hidden /> {statusLabel[status]}
    </span>
  )
}
