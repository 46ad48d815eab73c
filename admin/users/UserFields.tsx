import { Controller } from 'react-hook-form'
import { holdsAllOf, roles } from '#api/accounts/auth/contract/access.ts'
import type { Person } from '../lib/session.ts'
import { FieldPair } from '../ui/form/EditorFrame.tsx'
import { Field } from '../ui/form/Field.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { ActiveField } from './ActiveField.tsx'
import { NamedRoleField } from './NamedRole.tsx'
import { PermissionFields } from './PermissionFields.tsx'
import type { UserFormState as Form, User } from './queries.ts'
import { SignInFields } from './SignInFields.tsx'

/** Fields that `me` may not change are disabled, with the reason. */
export function UserFields({ form, user, me }: { form: Form; user: User | undefined; me: Person }) {
  const { register, formState } = form
  const { first_name, last_name } = formState.errors
  return (
    <>
      <FieldPair>
        <TextField label="First name *" error={first_name?.message} {...register('first_name')} />
        <TextField label="Last name *" error={last_name?.message} {...register('last_name')} />
      </FieldPair>
      <SignInFields form={form} user={user} me={me} />
      <NamedRoleField form={form} user={user} me={me} />
      <RoleField form={form} mayChange={me.role === 'admin'} />
      <ActiveField form={form} closed={user && whyActiveIsClosed(user, me)} />
      <PermissionFields form={form} user={user} me={me} />
    </>
  )
}

function whyActiveIsClosed(user: User, me: Person) {
  if (user.id === me.id) return "You can't deactivate yourself"
  if (!holdsAllOf(me, user))
    return "You can't activate or deactivate someone with more permissions than you"
  return undefined
}

// Controlled, like ActiveField and PermissionFields: a disabled field loses its value otherwise.
const RoleField = ({ form, mayChange }: { form: Form; mayChange: boolean }) => (
  <Controller
    control={form.control}
    name="role"
    render={({ field, fieldState }) => (
      <Field
        label="Role *"
        htmlFor="role"
        error={fieldState.error?.message}
        help={mayChange ? 'An admin has access to everything' : 'Only an admin can change a role'}
      >
        {(control) => (
          <select className="input" {...control} {...field} disabled={!mayChange}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {role === 'admin' ? 'Admin' : 'User'}
              </option>
            ))}
          </select>
        )}
      </Field>
    )}
  />
)
