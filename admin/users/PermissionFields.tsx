import { Controller } from 'react-hook-form'
import {
  holdsAllOf,
  may,
  type Permission,
  permissions,
} from '#api/accounts/auth/contract/access.ts'
import type { Person } from '../lib/session.ts'
import { CheckField } from '../ui/form/CheckField.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import styles from './PermissionFields.module.css'
import { permissionHelp, permissionLabels, type User, type UserFormState } from './queries.ts'

/** `me` can grant permissions they hold, and remove them from users who hold no others. */
export function PermissionFields({
  form,
  user,
  me,
}: {
  form: UserFormState
  user: User | undefined
  me: Person
}) {
  const teamOnly = 'permissions-none'
  const help = 'permissions-help'
  const mayRemove = !user || holdsAllOf(me, user)
  const mayChange = (permission: Permission) =>
    user?.permissions.includes(permission) ? mayRemove : may(me, permission)
  const reason = reasonFor(permissions.every(mayChange), mayRemove)
  return (
    <Controller
      control={form.control}
      name="permissions"
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <fieldset
          className={`stack gap-2 ${styles.permissions}`}
          aria-describedby={reason ? `${teamOnly} ${help}` : teamOnly}
        >
          <legend className="label">Permissions</legend>
          <p className="help" id={teamOnly}>
            A user with none of these only sees the applications for jobs whose hiring team they
            join.
          </p>
          {permissions.map((permission, place) => (
            <CheckField
              key={permission}
              id={permission}
              label={permissionLabels[permission]}
              help={permissionHelp[permission]}
              ref={place === 0 ? ref : undefined}
              checked={value.includes(permission)}
              disabled={!mayChange(permission)}
              onChange={({ target }) =>
                onChange(
                  permissions.filter((each) =>
                    each === permission ? target.checked : value.includes(each),
                  ),
                )
              }
            />
          ))}
          {reason && (
            <p className="help" id={help}>
              {reason}
            </p>
          )}
          <FieldError id="permissions-error" message={fieldState.error?.message} />
        </fieldset>
      )}
    />
  )
}

function reasonFor(mayChangeAll: boolean, mayRemove: boolean) {
  if (!mayRemove)
    return 'You can only give permissions you have yourself. To remove one, you need all permissions this person has.'
  return mayChangeAll ? undefined : 'You can only give permissions you have yourself.'
}
