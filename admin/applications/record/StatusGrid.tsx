import {
  type ApplicationStatus,
  applicationStatuses,
} from '#api/hiring/applications/contract/status.ts'
import { singleKeys } from '../../lib/commands.ts'
import { statusIcon, statusLabel, statusTone } from '../../status/StatusBadge.tsx'
import { consequenceId } from '../notify/DecisionSentence.tsx'
import styles from './StatusGrid.module.css'

/** The four statuses, by button or by the keys 1 to 4. */
export function StatusGrid({
  current,
  saving,
  onSet,
  onPreview,
}: {
  current: ApplicationStatus
  /** The status that is being saved. */
  saving: ApplicationStatus | undefined
  onSet: (status: ApplicationStatus) => void
  /** Called with the status that is pointed at or focused. */
  onPreview: (status: ApplicationStatus | undefined) => void
}) {
  const hasKeys = singleKeys.use()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a grid in every browser
    <div role="group" aria-labelledby="update-status" className={styles.grid}>
      {applicationStatuses.map((status, place) => (
        <Choice
          key={status}
          status={status}
          shortcut={hasKeys ? String(place + 1) : undefined}
          current={current === status}
          saving={saving === status}
          onSet={() => onSet(status)}
          onPreview={(isOn) => onPreview(isOn ? status : undefined)}
        />
      ))}
    </div>
  )
}

function Choice({
  status,
  shortcut,
  current,
  saving,
  onSet,
  onPreview,
}: {
  status: ApplicationStatus
  shortcut: string | undefined
  current: boolean
  saving: boolean
  onSet: () => void
  onPreview: (isOn: boolean) => void
}) {
  const Icon = statusIcon[status]
  return (
    <button
      type="button"
      className={`button ${styles.choice} ${current ? styles[statusTone[status]] : ''}`}
      // Not disabled, which would drop the focus.
      aria-disabled={current || saving || undefined}
      aria-keyshortcuts={shortcut}
      aria-describedby={consequenceId}
      data-key={shortcut}
      onClick={onSet}
      onFocus={() => onPreview(true)}
      onBlur={() => onPreview(false)}
      onPointerEnter={() => onPreview(true)}
      onPointerLeave={() => onPreview(false)}
    >
      <Icon size={16} aria-hidden /> <span>{saving ? 'Updating...' : statusLabel[status]}</span>
      {current && !saving && <span className="visually-hidden"> (current)</span>}
    </button>
  )
}
