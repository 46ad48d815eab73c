import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { retryAfter } from '../lib/api/api.ts'
import { sentence } from '../lib/api/api-error.ts'
import { formatDateTime } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { endSessions, type Session, sessionsQuery } from '../session/account.ts'
import { browserName } from '../session/browser-name.ts'
import { Loaded } from '../ui/States.tsx'
import styles from './Sessions.module.css'

/** Ends one session, or all others. */
function useEndSessions() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id?: string) => endSessions(id),
    onSuccess: () => toast({ message: 'Signed out', kind: 'done' }),
    onError: (error, id) =>
      toast({
        message: `Couldn't sign out. ${sentence(error, 'Please try again.')}`,
        ...retryAfter(error, () => mutate(id)),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return { end: mutate, busy: isPending }
}

/** The current session first, then newest first. */
const inOrder = (sessions: Session[]) => [
  ...sessions.filter(({ current }) => current),
  ...sessions.filter(({ current }) => !current),
]

export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  return (
    <Loaded query={sessions} failed="Failed to load your sessions" rows={2}>
      {(data) => <SessionList sessions={data} />}
    </Loaded>
  )
}

function SessionList({ sessions }: { sessions: Session[] }) {
  const { end, busy } = useEndSessions()
  return (
    <>
      <ul className={styles.sessions}>
        {inOrder(sessions).map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => !busy && end(session.id)} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <button
          type="button"
          className={`button ${styles.all}`}
          aria-disabled={busy}
          onClick={() => !busy && end(undefined)}
        >
          Sign out everywhere else
        </button>
      )}
    </>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const name = browserName(session.user_agent)
  const since = formatDateTime(session.created_at)
  return (
    <li className={`between ${styles.session}`}>
      <div className={styles.text}>
        <p className={`row wrap ${styles.browser}`}>
          {name} {session.current && <span className="badge green">This device</span>}
        </p>
        <p className="meta tabular">
          Signed in <time dateTime={session.created_at}>{since}</time>
        </p>
      </div>
      {!session.current && (
        <button
          type="button"
          className="button quiet small"
          aria-label={`Sign out ${name}, signed in ${since}`}
          onClick={onEnd}
        >
          Sign out
        </button>
      )}
    </li>
  )
}
