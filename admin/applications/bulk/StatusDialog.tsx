import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import {
  type ApplicationStatus,
  applicationStatuses,
  tells,
} from '#api/hiring/applications/contract/status.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { DecisionTemplate, useLacksTemplate } from '../notify/DecisionTemplate.tsx'
import { notifyLabel } from '../notify/words.ts'
import { type Step, stepsForJobQuery } from '../steps/queries.ts'
import { useAddress } from '../use-address.ts'
import styles from './Bulk.module.css'
import { type DialogProps, TaskDialog } from './TaskDialog.tsx'

/** Empty: what the job or the person has chosen for decisions. */
type Choice = '' | (typeof tells)[number]

const choices: Record<Choice, string> = { '': 'Use the default', ...notifyLabel }

export function StatusDialog(props: DialogProps) {
  const [chosen, setChosen] = useState<{ status: ApplicationStatus; step?: Step }>()
  const { status, step } = chosen ?? {}
  // Of one job where the list shows one, else those of the company.
  const { data: steps = [] } = useQuery(stepsForJobQuery(useAddress().filters.job_id))
  const [tell, setNotify] = useState<Choice>('')
  const lacksTemplate = useLacksTemplate(tell || undefined)
  return (
    <TaskDialog
      {...props}
      title="Set the status of"
      start={
        status
          ? `${step ? 'Move to' : 'Set to'} ${step?.name ?? statusLabel[status]}`
          : 'Set status'
      }
      task={
        status && (step || !lacksTemplate(status))
          ? { action: 'status', status, ...(step && { step_id: step.id }), ...(tell && { tell }) }
          : undefined
      }
    >
      <fieldset className={styles.choices}>
        <legend className="label">New status</legend>
        {applicationStatuses.map((choice, n) => (
          <Fragment key={choice}>
            <label className={styles.choice}>
              <input
                type="radio"
                name="bulk-status"
                checked={status === choice && !step}
                data-autofocus={n === 0 || undefined}
                onChange={() => setChosen({ status: choice })}
              />
              {statusLabel[choice]}
            </label>
            {steps
              .filter((one) => one.status === choice)
              .map((one) => (
                <label key={one.id} className={`${styles.choice} ${styles.step}`}>
                  <input
                    type="radio"
                    name="bulk-status"
                    checked={step?.id === one.id}
                    onChange={() => setChosen({ status: choice, step: one })}
                  />
                  {one.name}
                </label>
              ))}
          </Fragment>
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
      {status && tell !== 'never' && (
        <DecisionTemplate key={`${status} ${step?.id}`} status={status} step={step} />
      )}
    </TaskDialog>
  )
}
