import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { holdsAllOf } from '#api/accounts/auth/contract/access.ts'
import type { Person } from '../lib/session.ts'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { IdentityRows } from './IdentityRows.tsx'
import { InvitationChoice } from './InvitationChoice.tsx'
import type { UserFormState as Form, User } from './queries.ts'
import { SecondFactorRow } from './SecondFactorRow.tsx'
import { SendLink } from './SendLink.tsx'

/** Email and password of `user` or a new user; read-only where `me` may not change them. */
export function SignInFields({
  form,
  user,
  me,
}: {
  form: Form
  user: User | undefined
  me: Person
}) {
  const { register, formState } = form
  const { email, password } = formState.errors
  const role = useWatch({ control: form.control, name: 'role' })
  const isCompanyOnly = me.company_sign_in?.only === true && role !== 'admin'
  if (user?.id === me.id)
    return (
      <>
        <Shown email={user.email}>
          Change your own email and password in <Link to="/profile">your profile</Link>.
        </Shown>
        <IdentityRows user={user} />
      </>
    )
  if (user && !holdsAllOf(me, user))
    return (
      <Shown email={user.email}>
        You can't change the sign-in details of someone with more permissions than you.
      </Shown>
    )
  return (
    <>
      <TextField label="Email *" type="email" error={email?.message} {...register('email')} />
      {user && isCompanyOnly && (
        <div className="field">
          <span className="label">Password</span>
          <p className="help">
            {`They sign in with ${me.company_sign_in?.label}. Only admins have a password.`}
          </p>
        </div>
      )}
      {user && !isCompanyOnly && (
        <PasswordField
          label="Password"
          help={
            user.invited
              ? me.company_sign_in
                ? 'No password yet.'
                : 'No password yet: invitation pending.'
              : 'Leave blank to keep the current password.'
          }
          error={password?.message}
          autoComplete="new-password"
          required={false}
          {...register('password')}
        />
      )}
      {!user && <InvitationChoice form={form} />}
      {user && !isCompanyOnly && <SendLink user={user} />}
      {user && <SecondFactorRow user={user} />}
      {user && <IdentityRows user={user} />}
    </>
  )
}

const Shown = ({ email, children }: { email: string; children: ReactNode }) => (
  <div className="field">
    <span className="label">Email</span>
    <p>{email}</p>
    <p className="help">{children}</p>
  </div>
)
