import { useQuery } from '@tanstack/react-query'
import type { ApplicationStatus, Tell } from '#api/applications/contract/status.ts'
import { templateChoicesQuery } from '../../templates/queries.ts'
import type { Application } from '../queries.ts'
import styles from './Consequence.module.css'
import { consequence, consequenceOfAny } from './consequence.ts'

export const consequenceId = 'consequence'

/** What a decision will send: of the status that is pointed at or focused, else of any. */
export function Consequence({
  application,
  tell,
  status,
}: {
  application: Application
  tell: Tell | undefined
  status: ApplicationStatus | undefined
}) {
  const { data: templates } = useQuery({
    ...templateChoicesQuery,
    enabled: tell !== undefined && tell !== 'never',
  })
  const decision = tell &&
    (templates || tell === 'never') && {
      application,
      tell,
      templates: templates ?? [],
      now: Date.now(),
    }
  return (
    <p id={consequenceId} className={styles.consequence}>
      {decision &&
        (status && status !== application.status
          ? consequence(status, decision)
          : consequenceOfAny(decision))}
    </p>
  )
}
