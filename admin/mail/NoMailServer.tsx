import { Link } from '@tanstack/react-router'
import { may } from '#api/auth/contract/access.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import styles from './NoMailServer.module.css'

/** Says that nothing is sent, and where to change that. */
export function NoMailServer() {
  const isAdmin = may(usePerson(), 'admin')
  return (
    <div className={`notice red ${styles.notice}`}>
      <h2>Not sent: no mail server is set up</h2>
      <p>
        {isAdmin
          ? 'Until you connect your email, nobody gets any: each one is saved as a file on the server.'
          : 'Ask an admin to set it up under Settings › Email. Until then each email is saved as a file on the server.'}
      </p>
      {isAdmin && (
        <Link to="/settings/email" className="button">
          Connect your email
        </Link>
      )}
    </div>
  )
}
