import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { holdsAllOf } from '#api/accounts/auth/contract/access.ts'
import type { Person } from '../lib/session.ts'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
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
  if (user?.id === me.id)
    return (
      <Shown email={user.email}>
        Change your own email and password in <Link to="/profile">your profile</Link>.
      </Shown>
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
      {user ? (
        <PasswordField
          label="Password"
          help={
            user.invited
              ? 'No password yet: invitation pending.'
              : 'Leave blank to keep the current password.'
          }
          error={password?.message}
          autoComplete="new-password"
          required={false}
          {...register('password')}
        />
      ) : (
        <InvitationChoice form={form} />
      )}
      {user && <SendLink user={user} />}
      {user && <SecondFactorRow user={user} />}
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
