import { Link } from '@tanstack/react-router'
import { may } from '#api/accounts/auth/contract/access.ts'
import { noMailServer } from '#api/core/mail/contract.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import styles from './NoMailServer.module.css'

/** Says that nothing is sent, and where to change that. */
export function NoMailServer() {
  const isAdmin = may(usePerson(), 'admin')
  return (
    <div className={`notice line wrap ${styles.notice}`}>
      <h2>{noMailServer}</h2>
      <p>
        {isAdmin
          ? 'Emails are saved as files on the server.'
          : 'Emails are saved as files on the server. Ask an admin to set it up under Settings › Email.'}
      </p>
      {isAdmin && <Link to="/settings/email">Connect your email</Link>}
    </div>
  )
}
