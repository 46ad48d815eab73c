import { useQueryClient } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import { useKey } from '../../lib/hooks/use-key.ts'
import { toast } from '../../lib/toasts.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { type Application, applicationsKey } from '../queries.ts'
import styles from './EmailForm.module.css'
import { type Email, EmailForm } from './EmailForm.tsx'
import { sendEmail } from './queries.ts'

/** Writes an email to a candidate; starts with the template of a decision they don't know yet. */
export default function EmailDialog({
  application,
  onClose,
}: {
  application: Pick<
    Application,
    | 'id'
    | 'reference'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'job_title'
    | 'status'
    | 'told_status'
  >
  onClose: () => void
}) {
  const { id, first_name, email: address, status, told_status } = application
  const client = useQueryClient()
  const keyOf = useKey()
  const isNotNotified = status !== 'pending' && told_status !== status
  async function send(email: Email) {
    await sendEmail(id, email, keyOf(email))
    toast({ message: `Sending the email to ${fullName(application)}`, kind: 'done' })
    void client.invalidateQueries({ queryKey: applicationsKey })
  }
  return (
    <EmailForm
      title={`Email ${fullName(application)}`}
      intro={<p className={styles.to}>To {address}</p>}
      draftKey={`email-${id}`}
      startingTemplate={(templates) =>
        isNotNotified ? templates.find((template) => template.status === status) : undefined
      }
      notifiesOfDecision={(template) => isNotNotified && template.status === status}
      decisionLabel={
        status === 'pending' ? null : `Mark ${first_name} as informed (${statusLabel[status]})`
      }
      example={application}
      send="Send"
      failure="The email wasn't sent"
      onSend={send}
      onClose={onClose}
    />
  )
}
