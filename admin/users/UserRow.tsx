import { Shield } from 'lucide-react'
import { permissions } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { ActiveBadge, Created, ListRow } from '../ui/list/ListRow.tsx'
import { atPage } from '../ui/list/PagedList.tsx'
import { permissionLabels, type User } from './queries.ts'
import { UserActions } from './UserActions.tsx'
import styles from './UserRow.module.css'

export const UserRow = ({ user, page }: { user: User; page: number }) => (
  <ListRow
    name={fullName(user)}
    edit={atPage(`/users/${user.id}/edit`, page)}
    badges={
      <>
        {user.role === 'admin' ? (
          <span className="badge blue">
            <Shield size={12} aria-hidden /> Admin
          </span>
        ) : (
          <span className="badge">User</span>
        )}
        <ActiveBadge active={user.is_active}>{user.is_active ? 'Active' : 'Inactive'}</ActiveBadge>
        {user.invited && <NoPassword />}
      </>
    }
    facts={
      <>
        <li>{user.email}</li>
        <Created at={user.created_at} />
      </>
    }
    actions={<UserActions user={user} page={page} />}
  >
    <Permissions user={user} />
  </ListRow>
)

/** Where people sign in with the company, nothing is missing. */
function NoPassword() {
  const { company_sign_in: company } = usePerson()
  if (company?.only) return null
  return (
    <span className={company ? 'badge' : 'badge yellow'}>
      {company ? 'No password' : 'No password yet'}
    </span>
  )
}

function Permissions({ user }: { user: User }) {
  const granted = permissions.filter((permission) => user.permissions.includes(permission))
  const labels =
    user.role === 'admin'
      ? ['All permissions']
      : granted.map((permission) => permissionLabels[permission])
  return (
    <ul className={`line wrap ${styles.chips}`} aria-label="Permissions">
      {(labels.length ? labels : ['No permissions']).map((label) => (
        <li key={label} className={`note ${styles.chip}`}>
          {label}
        </li>
      ))}
    </ul>
  )
}
