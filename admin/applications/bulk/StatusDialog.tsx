import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import {
  type ApplicationStatus,
  applicationStatuses,
  tells,
} from '#api/hiring/applications/contract/status.ts'
import { formatCount } from '../../lib/text/format.ts'
import { type Reason, reasonsQuery } from '../../rejection-reasons/queries.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { DecisionTemplate, useLacksTemplate } from '../notify/DecisionTemplate.tsx'
import { notifyLabel } from '../notify/words.ts'
import { exceptedIds } from '../status/exceptions.ts'
import { type Step, stepsForJobQuery } from '../steps/queries.ts'
import { useAddress } from '../use-address.ts'
import styles from './Bulk.module.css'
import type { Selection } from './selection.ts'
import { type DialogProps, TaskDialog } from './TaskDialog.tsx'

/** Empty: what the job, the person or the site has chosen for decisions. */
type Choice = '' | (typeof tells)[number]

const choices: Record<Choice, string> = {
  '': 'As usual: what the job, you or the site has chosen',
  ...notifyLabel,
}

/** That choices for a single application, which the record keeps, don't count. */
function exceptionNote(selection: Selection): string | undefined {
  if (!('ids' in selection))
    return exceptedIds().some((id) => !selection.except.includes(id))
      ? 'Choices made in the record of a single application don’t count here.'
      : undefined
  const count = exceptedIds().filter((id) => selection.ids.includes(id)).length
  if (!count) return undefined
  return count === 1
    ? '1 of them has a choice of its own, made in its record, which doesn’t count here.'
    : `${formatCount(count)} of them have a choice of their own, made in their record, which doesn’t count here.`
}

export function StatusDialog(props: DialogProps) {
  const [chosen, setChosen] = useState<{ status: ApplicationStatus; step?: Step }>()
  const { status, step } = chosen ?? {}
  // Of one job where the list shows one, else those of the company.
  const { data: steps = [] } = useQuery(stepsForJobQuery(useAddress().filters.job_id))
  const [tell, setNotify] = useState<Choice>('')
  const [reason, setReason] = useState<Reason>()
  const isRejecting = status === 'rejected'
  const { data: reasons = [] } = useQuery({ ...reasonsQuery, enabled: isRejecting })
  const note = exceptionNote(props.selection)
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
          ? {
              action: 'status',
              status,
              ...(step && { step_id: step.id }),
              ...(isRejecting && reason && { reason_id: reason.id }),
              ...(tell && { tell }),
            }
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
      {isRejecting && reasons.length > 0 && (
        <Field label="Reason for rejection" htmlFor="bulk-reason">
          {(control) => (
            <select
              {...control}
              className="input"
              value={reason?.id ?? ''}
              onChange={({ target }) =>
                setReason(reasons.find(({ id }) => String(id) === target.value))
              }
            >
              <option value="">No reason</option>
              {reasons.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
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
        {note && <p className="help">{note}</p>}
      </fieldset>
      {status && tell !== 'never' && (
        <DecisionTemplate
          key={`${status} ${step?.id}`}
          status={status}
          step={step}
          reason={isRejecting ? reason : undefined}
        />
      )}
    </TaskDialog>
  )
}
