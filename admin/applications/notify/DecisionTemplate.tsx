import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApplicationStatus, Tell } from '#api/applications/contract/status.ts'
import { may } from '#api/auth/contract/access.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { RichText } from '../../ui/RichText.tsx'
import { statusLabel } from '../status/StatusBadge.tsx'
import styles from './DecisionTemplate.module.css'

/** Whether telling of a decision fails for want of a template; false while the templates load. */
export function useLacksTemplate(tell: Tell | undefined) {
  const tells = tell === 'now' || tell === 'later'
  const { data } = useQuery({ ...templateChoicesQuery, enabled: tells })
  return (status: ApplicationStatus) =>
    tells && status !== 'pending' && data?.some((each) => each.status === status) === false
}

/** The template for the email about a decision, or a note that it is missing. */
export function DecisionTemplate({ status }: { status: ApplicationStatus }) {
  const { data } = useQuery(templateChoicesQuery)
  if (!data || status === 'pending') return null
  const template = data.find((each) => each.status === status)
  if (!template) return <NoTemplate status={status} />
  return (
    <details className={styles.template}>
      <summary>The email: {template.subject}</summary>
      <RichText html={template.body} />
    </details>
  )
}

export function NoTemplate({ status }: { status: ApplicationStatus }) {
  const person = usePerson()
  return (
    <p className={`error ${styles.none}`} role="alert">
      <span>
        There is no template for {statusLabel[status]}, so this decision can’t be told.{' '}
        {may(person, 'manage_settings') ? (
          <Link to="/templates">Open Templates</Link>
        ) : (
          <span>Choose not to tell, or ask an admin to add one.</span>
        )}
      </span>
    </p>
  )
}
