import {
  type ApplicationStatus,
  applicationStatuses,
} from '#api/hiring/applications/contract/status.ts'
import { statusIcon, statusTone } from '../../status/StatusBadge.tsx'
import styles from './StatusButtons.module.css'

const actions: Record<ApplicationStatus, { shown: string; label: (name: string) => string }> = {
  pending: { shown: 'Pending', label: (name) => `Move ${name} to Pending` },
  shortlisted: { shown: 'Shortlist', label: (name) => `Shortlist ${name}` },
  rejected: { shown: 'Reject', label: (name) => `Reject ${name}` },
  selected: { shown: 'Select', label: (name) => `Select ${name}` },
}

type Props = {
  name: string
  status: ApplicationStatus
  /** What a rejection does besides. */
  rejection: string | undefined
  onSet: (status: ApplicationStatus) => void
}

/** A row's four statuses; the button of the current one is disabled. */
export function StatusButtons({ name, status, rejection, onSet }: Props) {
  return (
    <fieldset className={styles.buttons}>
      <legend className="visually-hidden">Status of {name}</legend>
      {applicationStatuses.map((choice) => {
        const Icon = statusIcon[choice]
        const note = choice === 'rejected' ? rejection : undefined
        return (
          <button
            key={choice}
            type="button"
            className={`${styles.button} ${styles[statusTone[choice]]}`}
            aria-label={actions[choice].label(name)}
            title={note ? `${actions[choice].shown}: ${note}` : actions[choice].shown}
            aria-description={note}
            disabled={choice === status}
            onClick={() => onSet(choice)}
          >
            <Icon size={15} aria-hidden />
            <span className={styles.word}>{actions[choice].shown}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
