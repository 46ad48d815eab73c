import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may } from '#api/accounts/auth/contract/access.ts'
import { needForTokens } from '#api/accounts/tokens/contract/scopes.ts'
import { accountFormQuery } from '../session/account.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { AccountForm } from './AccountForm.tsx'
import { BusyCalendar } from './BusyCalendar.tsx'
import { Decisions } from './Decisions.tsx'
import { Notices } from './Notices.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './Profile.module.css'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

export default function Profile() {
  const account = useQuery(accountFormQuery)
  return (
    <>
      <PageHeader title="Your Profile" description="Your name, sign-in and active sessions." />
      <Loaded query={account} failed="Failed to load your profile">
        {(data) => (
          <div className={styles.columns}>
            <div className={`stack gap-7 ${styles.sections}`}>
              <section aria-labelledby="account">
                <h2 id="account">Name and email</h2>
                <AccountForm account={data} />
              </section>
              {may(data, 'review_applications', 'any') && (
                <>
                  <section aria-labelledby="reviewing">
                    <h2 id="reviewing">Reviewing applications</h2>
                    <div className="stack gap-5">
                      <Notices />
                      <Decisions />
                    </div>
                  </section>
                  <section aria-labelledby="calendar">
                    <h2 id="calendar">Your calendar</h2>
                    <BusyCalendar />
                    <p className={`help ${styles.apart}`}>
                      Your interviews can appear in your own calendar:{' '}
                      <Link to="/interviews" hash="calendar">
                        create a private address
                      </Link>
                      .
                    </p>
                  </section>
                </>
              )}
            </div>
            <div className={`stack gap-7 ${styles.sections}`}>
              <section aria-labelledby="change-password">
                <h2 id="change-password">Password</h2>
                {data.company_sign_in?.only && data.role !== 'admin' ? (
                  <p className="help">
                    You sign in with {data.company_sign_in.label}. Only admins have a password here.
                  </p>
                ) : (
                  <PasswordForm
                    key={String(data.has_password)}
                    email={data.email}
                    isFirst={!data.has_password}
                  />
                )}
              </section>
              <section aria-labelledby="passkeys">
                <h2 id="passkeys">Passkeys</h2>
                <Passkeys email={data.email} />
              </section>
              <section aria-labelledby="second-factor">
                <h2 id="second-factor">Two-step sign-in</h2>
                <SecondFactor email={data.email} />
              </section>
              <section aria-labelledby="sessions">
                <h2 id="sessions">Active sessions</h2>
                <Sessions />
                {may(data, needForTokens, 'any') && (
                  <p className={`help ${styles.apart}`}>
                    A program can act as you: <Link to="/api">create and revoke its tokens</Link>.
                  </p>
                )}
              </section>
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}
