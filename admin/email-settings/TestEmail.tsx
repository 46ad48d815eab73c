import type { UseMutationResult } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { complaint } from '../lib/api/api.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { adviceFor } from './advice.ts'
import styles from './EmailSettings.module.css'
import type { EmailSettings, TestOutcome } from './queries.ts'

/** Sends a test email through what is saved, and says what to do when that fails. */
export function TestEmail({
  test: { mutate, isPending, data, error },
  settings,
}: {
  test: UseMutationResult<TestOutcome, Error, void>
  settings: EmailSettings
}) {
  const { email } = usePerson()
  return (
    <section className={styles.section} aria-labelledby="test-email">
      <h2 id="test-email">Send a test email</h2>
      <p className="help">It goes to your own address, {email}, through the saved settings.</p>
      <button
        type="button"
        className="button"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        <Send size={16} aria-hidden /> {isPending ? 'Sending...' : 'Send a test email'}
      </button>
      <div role="status">
        {!isPending && data?.sent && (
          <div className="notice">
            <h3>Test email sent to {data.to}</h3>
            <p>Check your inbox. Nothing there after a few minutes? Look in the spam folder.</p>
          </div>
        )}
        {!isPending && data && !data.sent && (
          <div className="notice red">
            <h3>The test email wasn’t sent</h3>
            <p>{adviceFor(data.problem ?? 'other', settings)}</p>
            <p className={`note ${styles.reply}`}>{data.reason}</p>
          </div>
        )}
        {!isPending && error && (
          <p className="notice red">{complaint('The test email wasn’t sent', error)}</p>
        )}
      </div>
    </section>
  )
}
