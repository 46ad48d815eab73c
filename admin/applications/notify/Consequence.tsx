import { useQuery } from '@tanstack/react-query'
import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { interviewsQuery } from '../interviews/queries.ts'
import type { Application } from '../queries.ts'
import styles from './Consequence.module.css'
import { consequence, consequenceOfAny, interviewConsequence } from './consequence.ts'

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
  const { data: interviews = [] } = useQuery(interviewsQuery(application.id))
  const now = Date.now()
  const decision = tell &&
    (templates || tell === 'never') && {
      application,
      tell,
      templates: templates ?? [],
      now,
    }
  const email =
    decision &&
    (status && status !== application.status
      ? consequence(status, decision)
      : consequenceOfAny(decision))
  const interview =
    tell &&
    (!status || status === 'rejected') &&
    interviewConsequence({ application, tell, now }, interviews)
  return (
    <p id={consequenceId} className={styles.consequence}>
      {[email, interview].filter(Boolean).join(' ')}
    </p>
  )
}
