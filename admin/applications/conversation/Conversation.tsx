import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { noMailServer } from '#api/core/mail/contract.ts'
import { sentence } from '../../lib/api/api-error.ts'
import { Loading } from '../../ui/States.tsx'
import { activityQuery } from '../activity/queries.ts'
import { emailsQuery } from '../email/queries.ts'
import { type Application, applicationDetailKey } from '../queries.ts'
import { Composer } from './Composer.tsx'
import styles from './Conversation.module.css'
import { documentRequestsQuery } from './document-requests.ts'
import { ThreadEntry } from './Entry.tsx'
import { messagesQuery } from './messages.ts'
import { entriesOf } from './thread.ts'

/** Everything written to and about a candidate, in order of time, and one place to write more. */
export const Conversation = ({ application }: { application: Application }) => (
  <Whole key={application.id} application={application} />
)

function Whole({ application }: { application: Application }) {
  const { id } = application
  const client = useQueryClient()
  const messages = useQuery(messagesQuery(id))
  const emails = useQuery(emailsQuery(id))
  const requests = useQuery(documentRequestsQuery(id))
  const activity = useQuery(activityQuery(id))
  const parts = [
    { what: 'messages', query: messages },
    { what: 'emails', query: emails },
    { what: 'requested files', query: requests },
    { what: 'comments', query: activity },
  ]
  const isLoading = parts.some(({ query }) => query.isPending)
  const entries = entriesOf(
    {
      messages: messages.data ?? [],
      emails: emails.data ?? [],
      requests: requests.data ?? [],
      activity: activity.data ?? [],
    },
    noMailServer,
  )

  const waiting = emails.data?.filter(({ state }) => state === 'waiting').length
  // Once an email has left, the candidate may count as told.
  useEffect(() => {
    if (waiting !== undefined) void client.invalidateQueries({ queryKey: applicationDetailKey(id) })
  }, [client, id, waiting])

  const root = useRef<HTMLElement>(null)
  const isShown = !isLoading
  useLayoutEffect(() => {
    if (isShown) showEnd(root.current)
  }, [isShown])

  return (
    <section ref={root} aria-labelledby="conversation" className={styles.whole}>
      <h2 id="conversation" className="visually-hidden">
        Conversation
      </h2>
      <div className={`stack gap-3 ${styles.thread}`}>
        {parts.map(
          ({ what, query: { data, error, refetch } }) =>
            error &&
            data === undefined && (
              <div key={what} className="notice red row wrap" role="alert">
                <p>{`Failed to load the ${what}. ${sentence(error, '')}`}</p>
                <button type="button" className="button small" onClick={() => refetch()}>
                  Retry
                </button>
              </div>
            ),
        )}
        {isLoading ? (
          <Loading rows={3} />
        ) : entries.length ? (
          <ol className="stack gap-3" aria-label="Conversation">
            {entries.map((entry) => (
              <ThreadEntry key={entry.key} entry={entry} application={application} />
            ))}
          </ol>
        ) : (
          <p className="meta">Nothing has been written yet.</p>
        )}
      </div>
      <Composer application={application} onSent={() => showEnd(root.current)} />
    </section>
  )
}

/** Shows the latest entry where the conversation scrolls by itself; a whole page stays where it is. */
function showEnd(element: HTMLElement | null) {
  for (let at = element?.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) {
      at.scrollTop = at.scrollHeight
      return
    }
}
