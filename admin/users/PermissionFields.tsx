import { Controller, useWatch } from 'react-hook-form'
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
export const mayChange = (me: Person, user: User | undefined, permission: Permission) =>
  user?.permissions.includes(permission) ? holdsAllOf(me, user) : may(me, permission)

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
  const role = useWatch({ control: form.control, name: 'role' })
  const isOpen = (permission: Permission) => mayChange(me, user, permission)
  const reason = reasonFor(permissions.every(isOpen), !user || holdsAllOf(me, user))
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
          {role === 'user' && !value.length && (
            <p className="help" id={teamOnly}>
              Sees only the jobs whose hiring team they join.
            </p>
          )}
          {permissions.map((permission, place) => (
            <CheckField
              key={permission}
              id={permission}
              label={permissionLabels[permission]}
              help={permissionHelp[permission]}
              ref={place === 0 ? ref : undefined}
              checked={value.includes(permission)}
              disabled={!isOpen(permission)}
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
