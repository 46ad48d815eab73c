import { type ApplicationStatus, applicationStatuses } from '#api/applications/contract/status.ts'
import styles from './StatusActions.module.css'
import { statusIcon, statusTone } from './StatusBadge.tsx'

const actionLabel: Record<ApplicationStatus, (name: string) => string> = {
  pending: (name) => `Move ${name} to Pending`,
  shortlisted: (name) => `Shortlist ${name}`,
  rejected: (name) => `Reject ${name}`,
  selected: (name) => `Select ${name}`,
}

/** A row's four status buttons; the current status is highlighted and disabled. */
export const StatusActions = ({
  name,
  status,
  onSet,
}: {
  name: string
  status: ApplicationStatus
  onSet: (status: ApplicationStatus) => void
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset for each of fifty rows would drown a list
  <div role="group" aria-label={`Status of ${name}`} className={styles.set}>
    {applicationStatuses.map((choice) => {
      const Icon = statusIcon[choice]
      return (
        <button
          key={choice}
          type="button"
          className={`${styles.choice} ${styles[statusTone[choice]]}`}
          aria-label={actionLabel[choice](name)}
          disabled={choice === status}
          onClick={() => onSet(choice)}
        >
          <Icon size={15} aria-hidden />
        </button>
      )
    })}
  </div>
)
