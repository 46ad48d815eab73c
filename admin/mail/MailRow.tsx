import { CircleCheck, CircleX, Clock, FileText, type LucideIcon } from 'lucide-react'
import { ListRow } from '../ui/list/ListRow.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { Moment } from '../ui/Moment.tsx'
import styles from './MailRow.module.css'
import { canRetry, isHeld, isSaved, type Mail, type Tab } from './queries.ts'
import { useRetryMail } from './use-retry-mail.ts'

export const stateLabel: Record<Tab, string> = {
  all: 'All',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
}

const looks: Record<Mail['state'] | 'saved', { icon: LucideIcon; tone: string }> = {
  waiting: { icon: Clock, tone: 'yellow' },
  sent: { icon: CircleCheck, tone: 'green' },
  failed: { icon: CircleX, tone: 'red' },
  saved: { icon: FileText, tone: 'yellow' },
}

/** One email: recipient, subject, state, and the last error. */
export function MailRow({
  mail,
  paused,
  hasMailServer,
}: {
  mail: Mail
  paused: boolean
  hasMailServer: boolean
}) {
  const { to_name, to_address, application_id, subject, state, attempts, last_error } = mail
  const { mutate, isPending } = useRetryMail()
  const isFiled = isSaved(mail)
  const { icon: Icon, tone } = looks[isFiled ? 'saved' : state]
  const label = isHeld(mail) ? 'Held' : isFiled ? 'Saved' : stateLabel[state]
  // A single successful attempt is not worth mentioning.
  const expected = state === 'sent' ? 1 : 0
  return (
    <ListRow
      name={subject}
      {...(application_id && { edit: { to: `/applications/${application_id}` } })}
      badges={
        <span className={`badge state ${tone}`}>
          <Icon size={13} aria-hidden /> {label}
        </span>
      }
      facts={
        <>
          <li>{to_name ? `${to_name}, ${to_address}` : to_address}</li>
          <li>
            <When mail={mail} paused={paused} />
          </li>
          {attempts > expected && (
            <li>{attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}</li>
          )}
        </>
      }
      actions={
        hasMailServer &&
        canRetry(mail) && (
          <RowActions name={subject}>
            <RowAction
              name={`“${subject}” to ${to_address}`}
              word="Retry"
              onClick={() => !isPending && mutate(mail)}
            />
          </RowActions>
        )
      }
    >
      {last_error && !isFiled && <p className={`note ${styles.error}`}>{last_error}</p>}
    </ListRow>
  )
}

const at = (word: string, time: string) => (
  <>
    {word} <Moment at={time} />
  </>
)

function When({ mail, paused }: { mail: Mail; paused: boolean }) {
  const { sent_at, failed_at, attempts, next_try_at } = mail
  if (sent_at) return at('Sent', sent_at)
  if (failed_at) return at(isSaved(mail) ? 'Saved' : attempts ? 'Failed' : 'Not sent', failed_at)
  if (isHeld(mail)) return at('Held until', mail.held_until ?? '')
  if (Date.parse(next_try_at) > Date.now()) return at('Next try', next_try_at)
  return paused ? 'Retrying once email works again' : 'Retrying shortly'
}
