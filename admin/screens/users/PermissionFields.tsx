import { Controller } from 'react-hook-form'
import { may } from '#api/contract/access.ts'
import { type Permission, permissions } from '#db/enums.ts'
import type { Person } from '../../lib/session.ts'
import { permissionLabels, type UserFormState } from '../../lib/users.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { FieldError } from '../../ui/Field.tsx'
import styles from './PermissionFields.module.css'

/** A checkbox for each permission. One that `me` does not hold may be left or taken, but not granted anew. */
export function PermissionFields({
  form,
  before,
  me,
}: {
  form: UserFormState
  before: readonly Permission[]
  me: Person
}) {
  const help = 'permissions-help'
  const mayGrant = (permission: Permission) => may(me, permission) || before.includes(permission)
  const mayGrantAll = permissions.every(mayGrant)
  return (
    <Controller
      control={form.control}
      name="permissions"
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <fieldset className={styles.permissions} aria-describedby={mayGrantAll ? undefined : help}>
          <legend className="label">Permissions</legend>
          {permissions.map((permission, place) => (
            <CheckField
              key={permission}
              id={permission}
              label={permissionLabels[permission]}
              ref={place === 0 ? ref : undefined}
              checked={value.includes(permission)}
              disabled={!mayGrant(permission)}
              onChange={({ target }) =>
                onChange(
                  permissions.filter((each) =>
                    each === permission ? target.checked : value.includes(each),
                  ),
                )
              }
            />
          ))}
          {!mayGrantAll && (
            <p className="help" id={help}>
              You can only grant permissions that you hold yourself
            </p>
          )}
          <FieldError id="permissions-error" message={fieldState.error?.message} />
        </fieldset>
      )}
    />
  )
}
