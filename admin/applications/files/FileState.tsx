import { Ban, ShieldEllipsis } from 'lucide-react'
import { useChanges } from '../use-changes.ts'
import { checkText, type FileCheck } from './checks.ts'
import styles from './FileState.module.css'

/** In place of a file that can't be opened; the file comes by itself once it was checked. */
export function FileState({
  applicationId,
  check,
  name,
}: {
  applicationId: number
  check: FileCheck
  /** Of the file. */
  name?: string | undefined
}) {
  useChanges(applicationId)
  const Icon = check.state === 'waiting' ? ShieldEllipsis : Ban
  return (
    <p className={styles.state} data-bad={check.state === 'infected' || undefined} role="status">
      <Icon size={16} aria-hidden />
      <span>
        {name && <strong dir="auto">{name}: </strong>}
        <span>{checkText(check)}</span>
      </span>
    </p>
  )
}
