import { ShieldCheck } from 'lucide-react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { formatDate } from '../../lib/text/format.ts'
import type { Application } from '../queries.ts'
import { ExportPerson } from './ExportPerson.tsx'
import { LegalHold } from './LegalHold.tsx'
import styles from './Retention.module.css'
import { ShownNotice } from './ShownNotice.tsx'

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

export function Retention({ application }: { application: Application }) {
  const reviewsAll = may(usePerson(), 'review_applications')
  return (
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
      <div className={styles.actions}>
        {reviewsAll && <LegalHold application={application} />}
        {application.notice_id && <ShownNotice id={application.notice_id} />}
        {reviewsAll && <ExportPerson id={application.id} />}
      </div>
    </section>
  )
}
