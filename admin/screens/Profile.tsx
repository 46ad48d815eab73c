import { useQuery } from '@tanstack/react-query'
import { accountFormQuery } from '../lib/account.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import styles from './Profile.module.css'
import { AccountForm } from './profile/AccountForm.tsx'
import { PasswordForm } from './profile/PasswordForm.tsx'
import { SecondFactor } from './profile/SecondFactor.tsx'
import { Sessions } from './profile/Sessions.tsx'

/** One's own account. */
export default function Profile() {
  const { data, error, refetch } = useQuery(accountFormQuery)
  return (
    <>
      <PageHeader
        title="Your Profile"
        description="Your name, how you sign in, and where you are signed in."
      />
      {!data && !error && <Loading rows={6} />}
      {!data && error && (
        <Failed message="Failed to load your profile" error={error} onRetry={() => refetch()} />
      )}
      {data && (
        <div className={styles.sections}>
          <section aria-labelledby="account">
            <h2 id="account">Name and email</h2>
            <AccountForm account={data} />
          </section>
          <section aria-labelledby="change-password">
            <h2 id="change-password">Password</h2>
            <PasswordForm email={data.email} />
          </section>
          <section aria-labelledby="second-factor">
            <h2 id="second-factor">Two-step sign-in</h2>
            <SecondFactor email={data.email} />
          </section>
          <section aria-labelledby="sessions">
            <h2 id="sessions">Where you are signed in</h2>
            <Sessions />
          </section>
        </div>
      )}
    </>
  )
}
