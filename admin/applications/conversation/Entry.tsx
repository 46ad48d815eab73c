import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { complaint } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { mailServerQuery } from '../../mail/mail-server.ts'
import { isSaved } from '../../mail/queries.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { emailsQuery, retryEmail, type SentEmail } from '../email/queries.ts'
import type { Application } from '../queries.ts'
import { CommentText } from './Comment.tsx'
import styles from './Conversation.module.css'
import type { Comment } from './comments.ts'
import type { DocumentRequest } from './document-requests.ts'
import { MessageText } from './MessageText.tsx'
import type { Message } from './messages.ts'
import { DownloadFile, RequestState } from './Request.tsx'
import type { Entry } from './thread.ts'

/** One entry of the conversation: who wrote it, when, who reads it, and what became of it. */
export function ThreadEntry({ entry, application }: { entry: Entry; application: Application }) {
  const name = application.first_name
  switch (entry.kind) {
    case 'message':
      return <MessageEntry message={entry.message} request={entry.request} name={name} />
    case 'request':
      return (
        <li data-kind="message" data-from="staff">
          <Head who={entry.request.requested_name} what="File request" at={entry.at} name={name} />
          <p dir="auto">{entry.request.name}</p>
          <RequestState request={entry.request} name={name} />
        </li>
      )
    case 'file':
      return (
        <li data-kind="message" data-from="candidate">
          <Head who={name} what="File" at={entry.at} name={name} />
          <DownloadFile request={entry.request} />
        </li>
      )
    case 'email':
      return <EmailEntry email={entry.email} at={entry.at} name={name} />
    case 'comment':
      return <CommentEntry comment={entry.comment} isHeld={application.legal_hold !== null} />
  }
}

function Head({
  who,
  what,
  at,
  name,
  children,
}: {
  who: string
  what: string
  at: string
  /** The candidate's first name; null: the candidate doesn't read it. */
  name: string | null
  /** Badges. */
  children?: ReactNode
}) {
  const Icon = name === null ? Lock : Users
  return (
    <div className={`line wrap ${styles.head}`}>
      <strong dir="auto">{who}</strong>
      <span>{what}</span>
      <span className={`row ${styles.readers}`}>
        <Icon size={13} aria-hidden />
        <span>
          <span className="visually-hidden">Read by </span>
          {name === null ? 'Only your team' : `${name} and your team`}
        </span>
      </span>
      {children}
      <span className={styles.at}>
        <Moment at={at} />
      </span>
    </div>
  )
}

function MessageEntry({
  message,
  request,
  name,
}: {
  message: Message
  request: DocumentRequest | undefined
  name: string
}) {
  const { from, author_name, text, created_at, read_at, is_withdrawn } = message
  // Reading marks it as read: a later answer of the server would take the mark away while it is read.
  const [isNew] = useState(from === 'candidate' && !read_at)
  return (
    <li data-kind="message" data-from={from}>
      <Head
        who={(from === 'staff' && author_name) || name}
        what={request || is_withdrawn ? 'File request' : 'Message'}
        at={created_at}
        name={name}
      >
        {is_withdrawn && <span className="badge">No longer needed</span>}
        {isNew && <span className="badge state yellow">New</span>}
      </Head>
      <MessageText text={text} />
      {from === 'staff' && (
        <p className={styles.state}>
          <MessageState message={message} name={name} />
        </p>
      )}
      {request && <RequestState request={request} name={name} />}
    </li>
  )
}

function MessageState({
  message: { read_at, mail_state },
  name,
}: {
  message: Message
  name: string
}) {
  const { data: hasMailServer } = useQuery({ ...mailServerQuery, enabled: mail_state === 'failed' })
  if (read_at)
    return (
      <>
        Opened <Moment at={read_at} />
      </>
    )
  switch (mail_state) {
    case 'sent':
      return 'Emailed, not opened yet'
    case 'waiting':
      return 'The email is about to be sent'
    case 'failed':
      return hasMailServer === false
        ? `The email is saved, not sent. ${name} sees the message on the private page.`
        : `The email could not be sent. ${name} sees the message on the private page.`
    case null:
      return 'Not opened yet'
  }
}

const emailStates = {
  waiting: { tone: 'yellow', label: 'Waiting' },
  sent: { tone: 'green', label: 'Sent' },
  failed: { tone: 'red', label: 'Not sent' },
  saved: { tone: 'yellow', label: 'Saved' },
}

function EmailEntry({ email, at, name }: { email: SentEmail; at: string; name: string }) {
  const { subject, body, state, tells, sender_name, to_address, last_error } = email
  const isFiled = isSaved(email)
  const { tone, label } = emailStates[isFiled ? 'saved' : state]
  const isHeld = state === 'waiting' && email.held_until !== null
  return (
    <li data-kind={body ? 'email' : 'automatic'} data-from="staff">
      <Head
        who={sender_name || 'Automatic'}
        what={tells ? `Email about “${statusLabel[tells]}”` : 'Email'}
        at={at}
        name={name}
      >
        <span className={`badge state ${tone}`}>{isHeld ? 'Scheduled' : label}</span>
      </Head>
      {/* The text of automatic emails is not kept. */}
      {body ? (
        <details open={!tells}>
          <summary dir="auto">{subject}</summary>
          <RichText html={body} className={styles.body} />
        </details>
      ) : (
        <p dir="auto">{subject}</p>
      )}
      <p className={styles.state}>
        To {to_address}
        {isHeld && email.held_until && (
          <span>
            , held until <Moment at={email.held_until} />
          </span>
        )}
      </p>
      {last_error && state !== 'sent' && !isFiled && <p className={styles.reason}>{last_error}</p>}
      {state === 'failed' && <Retry email={email} />}
    </li>
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

const CommentEntry = ({ comment, isHeld }: { comment: Comment; isHeld: boolean }) => (
  <li data-kind="comment">
    <Head who={comment.author_name} what="Comment" at={comment.created_at} name={null}>
      {comment.updated_at > comment.created_at && <span>edited</span>}
    </Head>
    <CommentText comment={comment} isHeld={isHeld} />
  </li>
)
