import { Link } from '@tanstack/react-router'
import { may } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import styles from './NoMailServer.module.css'

/** One line: nothing is sent, and where to change that. */
export const NoMailServer = () => (
  <p className={`notice ${styles.notice}`}>
    <strong>Emails are saved, not sent</strong> ·{' '}
    {may(usePerson(), 'admin') ? (
      <Link to="/settings/email" aria-label="Connect your email">
        Connect
      </Link>
    ) : (
      <span>Ask an admin to connect your email</span>
    )}
  </p>
)
