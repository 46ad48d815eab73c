import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Footprints } from 'lucide-react'
import { applicationStatuses, type Tell } from '#api/hiring/applications/contract/status.ts'
import { singleKeys } from '../../lib/commands.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { type MenuAction, MenuButton } from '../../ui/list/MenuButton.tsx'
import type { Application } from '../queries.ts'
import { type Step, stepsForJobQuery } from './queries.ts'
import styles from './StepMenu.module.css'
import { mailNote, useStepMail } from './use-step-mail.ts'

const stepMenuId = 'step-menu'

type Props = {
  application: Application
  /** Whether the candidate is notified. */
  tell: Tell
  onMove: (step: (Step & { mail: string | undefined }) | null) => void
}

/** The steps that an application can move to, as entries of a menu; none while the job has no steps. */
export function useStepActions({ application, tell, onMove }: Props): MenuAction[] {
  const { job_id, step_id } = application
  const { data: steps = [] } = useQuery(stepsForJobQuery(job_id))
  const mailOf = useStepMail(steps, tell)
  const inOrder = applicationStatuses.flatMap((status) =>
    steps.filter((step) => step.status === status),
  )
  return [
    ...inOrder.map((step, place) => ({
      word: step.name,
      current: step.id === step_id,
      note: step.id === step_id ? undefined : mailNote(mailOf(step)),
      onClick: () => step.id !== step_id && onMove({ ...step, mail: mailOf(step) }),
      ...(step.status !== inOrder[place - 1]?.status && {
        above: <p className={`meta ${styles.status}`}>{statusLabel[step.status]}</p>,
      }),
    })),
    ...(step_id === null
      ? []
      : [
          {
            word: 'In no step',
            current: false,
            above: <hr className={styles.line} />,
            onClick: () => onMove(null),
          },
        ]),
  ]
}

/** Moves an application to a step, which sets its status; nothing while the job has no steps. */
export function StepMenu(props: Props) {
  const { step_name } = props.application
  const hasKeys = singleKeys.use()
  const actions = useStepActions(props)
  if (!actions.length) return null
  return (
    <span id={stepMenuId}>
      <MenuButton
        label={`Step: ${step_name ?? 'none'}`}
        className={`button ${styles.button}`}
        aria-keyshortcuts={hasKeys ? 'S' : undefined}
        data-key={hasKeys ? 'S' : undefined}
        actions={actions}
      >
        <Footprints size={16} aria-hidden />
        <span className="clip">{step_name ?? 'Step'}</span>
        <ChevronDown size={15} aria-hidden />
      </MenuButton>
    </span>
  )
}

export const openStepMenu = () =>
  document.querySelector<HTMLElement>(`#${stepMenuId} button`)?.click()
