import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { complaint } from '../lib/api/api.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { mailServerQuery, sendTestMail } from '../mail/mail-server.ts'
import { NoMailServer } from '../mail/NoMailServer.tsx'
import styles from './TestMail.module.css'

/** Sends a test email to the signed-in user. */
export function TestMail() {
  const person = usePerson()
  const { email } = person
  const { data: hasMailServer } = useQuery(mailServerQuery)
  const { mutate, isPending, data, error } = useMutation({ mutationFn: sendTestMail })
  return (
    <section className={`stack gap-3 ${styles.test}`} aria-labelledby="test-email">
      <h3 id="test-email">Test email</h3>
      {hasMailServer === false ? (
        <NoMailServer />
      ) : (
        <>
          <p className={styles.help}>
            Checks that this site can send email. The test goes to your own address, {email}.
          </p>
          <button
            type="button"
            className="button"
            aria-disabled={isPending}
            onClick={() => !isPending && mutate()}
          >
            <Send size={16} aria-hidden /> {isPending ? 'Sending...' : 'Send me a test email'}
          </button>
          {may(person, 'admin') && (
            <Link to="/settings/email" className="button">
              Mail server and sender
            </Link>
          )}
        </>
      )}
      <div role="status">
        {!isPending && data?.sent && (
          <p className="notice">
            The mail server accepted the test email. If it isn't at {data.to} in a few minutes,
            check your spam folder.
          </p>
        )}
        {!isPending && data && !data.sent && (
          <div className="notice red">
            <h4>The test email wasn't sent</h4>
            <p>{data.reason}</p>
          </div>
        )}
        {!isPending && error && (
          <p className="notice red">{complaint("The test email wasn't sent", error)}</p>
        )}
      </div>
    </section>
  )
}
