import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../ui/Moment.tsx'
import { Loaded } from '../../ui/States.tsx'
import { DocumentRequests } from '../document-requests/DocumentRequests.tsx'
import { noLink } from '../no-link.ts'
import type { Application } from '../queries.ts'
import styles from './Messages.module.css'
import { MessageText } from './MessageText.tsx'
import { type Message, messagesQuery } from './queries.ts'
import { WriteMessage } from './WriteMessage.tsx'

/** What the candidate reads and answers on the private page. Comments are elsewhere, for staff only. */
export function Messages({ application }: { application: Application }) {
  const { id, first_name, gets_links } = application
  const query = useQuery(messagesQuery(id))
  return (
    <section aria-labelledby="messages" className="stack gap-3 section">
      <h2 id="messages">Messages with {first_name}</h2>
      <p className="help">
        {gets_links
          ? `${first_name} reads these on their private page.`
          : `${first_name} gets these by email and answers by email: ${noLink}.`}{' '}
        Comments are only for your colleagues.
      </p>
      <Loaded query={query} failed="Failed to load the messages" rows={2}>
        {(all) =>
          all.length > 0 && (
            <ol className={`stack gap-3 measure ${styles.messages}`}>
              {all.map((message) => (
                <Entry key={message.id} message={message} name={first_name} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <DocumentRequests application={application} />
      <WriteMessage application={application} />
    </section>
  )
}

function Entry({ message, name }: { message: Message; name: string }) {
  const { from, author_name, text, created_at, read_at, is_withdrawn } = message
  // Reading marks it as read: a later answer of the server would take the mark away while it is read.
  const [isNew] = useState(from === 'candidate' && !read_at)
  return (
    <li data-from={from}>
      <p className={`line wrap ${styles.head}`}>
        <strong dir="auto">{from === 'staff' ? author_name : name}</strong>
        <span className={styles.at}>
          <Moment at={created_at} />
        </span>
        {is_withdrawn && <span className="badge">No longer needed</span>}
        {isNew && <span className="badge state yellow">New</span>}
      </p>
      <MessageText text={text} />
      {from === 'staff' && <p className={styles.state}>{stateOf(message, name)}</p>}
    </li>
  )
}

function stateOf({ read_at, mail_state }: Message, name: string) {
  if (read_at)
    return (
      <>
        Opened <Moment at={read_at} />
      </>
    )
  switch (mail_state) {
    case 'sent':
      return `Emailed, not opened yet`
    case 'waiting':
      return 'The email is about to be sent'
    case 'failed':
      return `The email could not be sent. ${name} sees the message on the private page.`
    case null:
      return 'Not opened yet'
  }
}
