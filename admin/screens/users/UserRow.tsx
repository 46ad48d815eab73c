import { Link } from '@tanstack/react-router'
import { Shield } from 'lucide-react'
import { permissions } from '#db/enums.ts'
import { formatDate } from '../../lib/format.ts'
import { permissionLabels, type User } from '../../lib/users.ts'
import row from '../jobs/JobRow.module.css'
import { UserActions } from './UserActions.tsx'
import styles from './UserRow.module.css'

export const UserRow = ({ user, page }: { user: User; page: number }) => (
  <li className={row.row}>
    <div className={row.text}>
      <div className={row.head}>
        <h2>
          <Link
            to={`/users/${user.id}/edit`}
            search={page > 1 ? { page } : {}}
            className={row.title}
          >
            {user.first_name} {user.last_name}
          </Link>
        </h2>
        {user.role === 'admin' ? (
          <span className="badge blue">
            <Shield size={12} aria-hidden /> Admin
          </span>
        ) : (
          <span className="badge">User</span>
        )}
        <span className={user.is_active ? 'badge green' : 'badge'}>
          {user.is_active ? 'Active' : 'Inactive'}
        </span>
      </div>
      <ul className={row.facts}>
        <li>{user.email}</li>
        <li>
          Created <time dateTime={user.created_at}>{formatDate(user.created_at)}</time>
        </li>
      </ul>
      <Permissions user={user} />
    </div>
    <UserActions user={user} page={page} />
  </li>
)

function Permissions({ user }: { user: User }) {
  const granted = permissions.filter((permission) => user.permissions.includes(permission))
  const labels =
    user.role === 'admin'
      ? ['All permissions']
      : granted.map((permission) => permissionLabels[permission])
  return (
    <ul className={styles.chips} aria-label="Permissions">
      {(labels.length ? labels : ['No permissions']).map((label) => (
        <li key={label} className={styles.chip}>
          {label}
        </li>
      ))}
    </ul>
  )
}
