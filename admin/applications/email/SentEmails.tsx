import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, FileText } from 'lucide-react'
import { useEffect } from 'react'
import { complaint } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { mailServerQuery } from '../../mail/mail-server.ts'
import { isSaved } from '../../mail/queries.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { applicationDetailKey } from '../queries.ts'
import { emailsQuery, retryEmail, type SentEmail } from './queries.ts'
import styles from './SentEmails.module.css'

const looks = {
  waiting: { Icon: Clock, tone: 'yellow', label: 'Waiting' },
  sent: { Icon: CircleCheck, tone: 'green', label: 'Sent' },
  failed: { Icon: CircleX, tone: 'red', label: 'Not sent' },
  saved: { Icon: FileText, tone: 'yellow', label: 'Saved' },
}

/** The emails to a candidate and whether the mail server took them. */
export function SentEmails({ application: { id } }: { application: { id: number } }) {
  const client = useQueryClient()
  const { data: emails, error } = useQuery(emailsQuery(id))
  const waiting = emails?.filter(({ state }) => state === 'waiting').length
  // Once an email has left, the candidate may count as told.
  useEffect(() => {
    if (waiting !== undefined) void client.invalidateQueries({ queryKey: applicationDetailKey(id) })
  }, [client, id, waiting])
  if (error) return <p className="error">{complaint("Couldn't load the emails", error)}</p>
  if (!emails?.length) return <p className={styles.none}>No emails sent yet.</p>
  return (
    <ul className={`stack measure ${styles.emails}`}>
      {emails.map((email) => (
        <Email key={email.id} email={email} />
      ))}
    </ul>
  )
}

function Email({ email }: { email: SentEmail }) {
  const { subject, body, state, tells, sender_name, to_address, last_error } = email
  const { Icon, tone, label } = looks[isSaved(email) ? 'saved' : state]
  const head = (
    <>
      <span dir="auto">{subject}</span>
      <span className={`badge state ${tone}`}>
        <Icon size={13} aria-hidden /> {label}
      </span>
    </>
  )
  return (
    <li>
      {/* The text of automatic emails is not kept. */}
      {body ? (
        <details>
          <summary>{head}</summary>
          <RichText html={body} className={styles.body} />
        </details>
      ) : (
        <p className={styles.head}>{head}</p>
      )}
      <p className={styles.facts}>
        <span>{sender_name ? `From ${sender_name}` : 'Automatic,'}</span> to {to_address},{' '}
        <When email={email} />
        {tells && <span>{`, about the decision “${statusLabel[tells]}”`}</span>}
      </p>
      {last_error && state !== 'sent' && (
        <p className={isSaved(email) ? styles.facts : styles.error}>{last_error}</p>
      )}
      {state === 'failed' && <Retry email={email} />}
    </li>
  )
}

function When({ email: { state, held_until, sent_at, created_at } }: { email: SentEmail }) {
  if (sent_at)
    return (
      <>
        Sent <Moment at={sent_at} />
      </>
    )
  if (state === 'waiting' && held_until)
    return (
      <>
        held until <Moment at={held_until} />
      </>
    )
  return (
    <>
      written <Moment at={created_at} />
    </>
  )
}

function Retry({ email }: { email: SentEmail }) {
  const client = useQueryClient()
  const { data: hasMailServer } = useQuery(mailServerQuery)
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryEmail(email),
    onError: (error) => toast({ message: complaint("Couldn't resend the email", error) }),
    onSettled: () =>
      client.invalidateQueries({ queryKey: emailsQuery(email.application_id).queryKey }),
  })
  if (!hasMailServer) return null
  return (
    <button
      type="button"
      className="button small"
      aria-label={`Retry “${email.subject}”`}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      Retry
    </button>
  )
}
