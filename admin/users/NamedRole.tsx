import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { permissions } from '#api/accounts/auth/contract/access.ts'
import type { Person } from '../lib/session.ts'
import { Field } from '../ui/form/Field.tsx'
import { type NamedRole, namedRoles, rolesThatFit } from './named-roles.ts'
import { mayChange } from './PermissionFields.tsx'
import type { User, UserFormState } from './queries.ts'

/** Fills in role and permissions by a name; says what somebody with these can do. */
export function NamedRoleField({
  form,
  user,
  me,
}: {
  form: UserFormState
  user: User | undefined
  me: Person
}) {
  const [role, given] = useWatch({ control: form.control, name: ['role', 'permissions'] })
  const [name, setName] = useState('')
  const fitting = rolesThatFit({ role, permissions: given })
  const chosen = fitting.find((one) => one.name === name) ?? (fitting[1] ? undefined : fitting[0])
  /** Several names mean the same boxes. */
  const several = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    fitting.map((one) => one.name),
  )
  const isAllowed = (one: NamedRole) =>
    (one.role === role || me.role === 'admin') &&
    permissions.every(
      (each) =>
        one.permissions.includes(each) === given.includes(each) || mayChange(me, user, each),
    )
  function choose(named: NamedRole) {
    setName(named.name)
    form.setValue('role', named.role, { shouldDirty: true })
    form.setValue('permissions', [...named.permissions], { shouldDirty: true })
  }
  return (
    <Field
      label="What they do"
      htmlFor="named-role"
      help={
        chosen?.can ??
        (fitting.length
          ? 'Fills in the role and permissions below.'
          : 'Fills in the role and permissions below, which fit none of these now.')
      }
    >
      {(control) => (
        <select
          {...control}
          className="input"
          value={chosen?.name ?? ''}
          onChange={({ target }) => {
            const named = namedRoles.find((one) => one.name === target.value)
            if (named) choose(named)
          }}
        >
          {!chosen && <option value="">{several || 'Custom'}</option>}
          {namedRoles.map((one) => (
            <option key={one.name} value={one.name} disabled={!isAllowed(one)}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
