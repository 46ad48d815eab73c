import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayWriteTexts } from '#api/accounts/auth/contract/access.ts'
import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { RichText } from '../../ui/RichText.tsx'
import styles from './DecisionTemplate.module.css'

/** Whether telling of a decision fails for want of a template; false while the templates load. */
export function useLacksTemplate(tell: Tell | undefined) {
  const tells = tell === 'now' || tell === 'later'
  const { data } = useQuery({ ...templateChoicesQuery, enabled: tells })
  return (status: ApplicationStatus) =>
    tells && status !== 'pending' && data?.some((each) => each.status === status) === false
}

/** The template for the email about a decision or a step, or a note that it has none. */
export function DecisionTemplate({
  status,
  step,
  reason,
}: {
  status: ApplicationStatus
  step?: { name: string; template_id: number | null } | undefined
  /** Why they are rejected. */
  reason?: { template_id: number | null } | undefined
}) {
  const { data } = useQuery(templateChoicesQuery)
  if (!data || (status === 'pending' && !step)) return null
  const template = data.find((each) =>
    step
      ? each.id === step.template_id
      : reason?.template_id
        ? each.id === reason.template_id
        : each.status === status,
  )
  if (!template && step) return <p className="help">The step “{step.name}” sends no email.</p>
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
        {mayWriteTexts(person) ? (
          <Link to="/templates">Open templates</Link>
        ) : (
          <span>Choose not to tell, or ask an admin to add one.</span>
        )}
      </span>
    </p>
  )
}
