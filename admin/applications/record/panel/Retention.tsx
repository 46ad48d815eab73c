import { ShieldCheck } from 'lucide-react'
import { formatDate } from '../../../lib/text/format.ts'
import type { Application } from '../../queries.ts'
import styles from './Retention.module.css'

/** Why the application is here, and until when. */
function reason({ kept_until, kept_because }: Application) {
  const { reason, outcome, since, days } = kept_because
  if (reason === 'legal_hold') return 'Kept until the legal hold is lifted'
  if (!kept_until) return `Kept indefinitely (no retention rule for ${outcome} applications)`
  const isOver = kept_until < new Date().toISOString().slice(0, 10)
  const until = isOver ? 'Erased at the next run' : `Kept until ${formatDate(kept_until)}`
  if (reason === 'consent') return `${until}: the candidate agreed to be kept for later openings`
  return `${until}: ${outcome === 'undecided' ? 'received' : outcome} on ${formatDate(since)}, ${outcome} applications are kept ${days} days`
}

/** Whether the candidate was asked to renew their consent. */
function Asked({ application: { keep_asked_at, keep_ask_error } }: { application: Application }) {
  if (!keep_asked_at) return null
  const day = formatDate(keep_asked_at)
  if (keep_ask_error === null)
    return (
      <p className={styles.agreed}>{`They were asked on ${day} whether to keep it for longer.`}</p>
    )
  return (
    <p className={styles.agreed}>
      {`They were not asked whether to keep it for longer: the email of ${day} failed${keep_ask_error && ` (${keep_ask_error.replace(/\.$/, '')})`}. Retry it under Conversation, of their newest application if they have several.`}
    </p>
  )
}

export const Retention = ({ application }: { application: Application }) => (
  <section aria-labelledby="kept">
    <h2 id="kept">Privacy</h2>
    <p className={styles.line}>
      <ShieldCheck size={16} aria-hidden /> <span>{reason(application)}.</span>
    </p>
    {application.keep_until && (
      <p className={styles.agreed}>
        The candidate agreed to be kept for later openings until{' '}
        {formatDate(application.keep_until)}.
      </p>
    )}
    <Asked application={application} />
  </section>
)
