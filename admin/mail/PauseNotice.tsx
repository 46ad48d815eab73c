import { Moment } from '../ui/Moment.tsx'
import styles from './PauseNotice.module.css'
import type { MailStatus } from './queries.ts'

/** Sending is paused. The next attempt is outside the live region, as it keeps changing. */
export const PauseNotice = ({ status }: { status: MailStatus }) => (
  <div className={`notice red stack gap-1 ${styles.notice}`}>
    <div role="status">
      <h2>Email is down</h2>
      <p>{status.last_error}</p>
    </div>
    <p>
      Waiting since {status.paused_since && <Moment at={status.paused_since} />}
      <span>. We'll send everything once it works.</span>
      {status.paused_until && (
        <span>
          {' '}
          Next try <Moment at={status.paused_until} />, or now with Retry.
        </span>
      )}
    </p>
  </div>
)
