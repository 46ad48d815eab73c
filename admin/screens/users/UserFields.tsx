import { Controller } from 'react-hook-form'
import { roles } from '#db/enums.ts'
import type { Person } from '../../lib/session.ts'
import type { User } from '../../lib/users.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import styles from '../jobs/JobEditor.module.css'
import { ActiveField } from './ActiveField.tsx'
import { PermissionFields } from './PermissionFields.tsx'
import type { UserFormState as Form } from './use-user-form.ts'

/** All fields of `user`, or of a new one; what `me` may not change is disabled and says why. */
export function UserFields({ form, user, me }: { form: Form; user: User | undefined; me: Person }) {
  return (
    <>
      <div className={styles.pair}>
        <Line form={form} name="first_name" label="First name *" />
        <Line form={form} name="last_name" label="Last name *" />
      </div>
      <Line form={form} name="email" label="Email *" type="email" />
      <Password form={form} isNew={!user} />
      <RoleField form={form} mayChange={me.role === 'admin'} />
      <ActiveField form={form} isOwn={user?.id === me.id} />
      <PermissionFields form={form} before={user?.permissions ?? []} me={me} />
    </>
  )
}

const Line = ({
  form,
  name,
  label,
  type = 'text',
}: {
  form: Form
  name: 'first_name' | 'last_name' | 'email'
  label: string
  type?: 'text' | 'email'
}) => (
  <Field label={label} htmlFor={name} error={form.formState.errors[name]?.message}>
    {(control) => (
      <input
        {...control}
        className="input"
        type={type}
        autoComplete="off"
        aria-required
        {...form.register(name)}
      />
    )}
  </Field>
)

const Password = ({ form, isNew }: { form: Form; isNew: boolean }) => (
  <Field
    label={isNew ? 'Password *' : 'Password'}
    htmlFor="password"
    error={form.formState.errors.password?.message}
    help={
      isNew
        ? 'At least 12 characters'
        : 'Leave it blank to keep the current one. A new one has at least 12 characters.'
    }
  >
    {(control) => (
      <PasswordInput
        {...control}
        autoComplete="new-password"
        required={isNew}
        {...form.register('password')}
      />
    )}
  </Field>
)

// Controlled, as the two after it: React Hook Form takes a disabled control for one without a value.
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
