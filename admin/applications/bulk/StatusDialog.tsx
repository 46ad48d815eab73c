import { useState } from 'react'
import {
  type ApplicationStatus,
  applicationStatuses,
  tells,
} from '#api/applications/contract/status.ts'
import { DecisionTemplate, useLacksTemplate } from '../notify/DecisionTemplate.tsx'
import { notifyLabel } from '../notify/words.ts'
import { statusLabel } from '../status/StatusBadge.tsx'
import styles from './Bulk.module.css'
import { type DialogProps, TaskDialog } from './TaskDialog.tsx'

/** Empty: what the job or the person has chosen for decisions. */
type Choice = '' | (typeof tells)[number]

const choices: Record<Choice, string> = { '': 'Use the default', ...notifyLabel }

export function StatusDialog(props: DialogProps) {
  const [status, setStatus] = useState<ApplicationStatus>()
  const [tell, setNotify] = useState<Choice>('')
  const lacksTemplate = useLacksTemplate(tell || undefined)
  return (
    <TaskDialog
      {...props}
      title="Set the status of"
      start={status ? `Set to ${statusLabel[status]}` : 'Set status'}
      task={
        status && !lacksTemplate(status)
          ? { action: 'status', status, ...(tell && { tell }) }
          : undefined
      }
    >
      <fieldset className={styles.choices}>
        <legend className="label">New status</legend>
        {applicationStatuses.map((choice, n) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="bulk-status"
              checked={status === choice}
              data-autofocus={n === 0 || undefined}
              onChange={() => setStatus(choice)}
            />
            {statusLabel[choice]}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.choices}>
        <legend className="label">Email the candidates</legend>
        {(['', ...tells] as const).map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="bulk-tell"
              checked={tell === choice}
              onChange={() => setNotify(choice)}
            />
            {choices[choice]}
          </label>
        ))}
      </fieldset>
      {status && tell !== 'never' && <DecisionTemplate key={status} status={status} />}
    </TaskDialog>
  )
}
