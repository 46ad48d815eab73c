import { Moment } from '../ui/Moment.tsx'
import styles from './PauseNotice.module.css'
import type { OutboxStatus } from './queries.ts'

/** Says that no mail can be sent at all, why, and when that is tried again. The last is not announced: it changes all the time. */
export const PauseNotice = ({ status }: { status: OutboxStatus }) => (
  <div className={`notice red ${styles.notice}`}>
    <div role="status">
      <h2>No mail can be sent</h2>
      <p>{status.last_error}</p>
    </div>
    <p>
      Mail has been waiting since {status.paused_since && <Moment at={status.paused_since} />}.
      Nothing is lost.
      {status.paused_until && (
        <>
          {' '}
          Next try <Moment at={status.paused_until} />, or now with Retry.
        </>
      )}
    </p>
  </div>
)
