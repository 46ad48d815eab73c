import { type ApplicationStatus, applicationStatuses } from '#api/applications/contract/status.ts'
import styles from './StatusActions.module.css'
import { statusIcon, statusLabel, statusTone } from './StatusBadge.tsx'

/** The four statuses as small buttons of one row of a list; the current one is lit and disabled. */
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
          aria-label={`Set ${name} to ${statusLabel[choice]}`}
          disabled={choice === status}
          onClick={() => onSet(choice)}
        >
          <Icon size={15} aria-hidden />
        </button>
      )
    })}
  </div>
)
