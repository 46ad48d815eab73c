import { useQuery } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { usePerson } from '../lib/hooks/use-person.ts'
import { mailServerQuery } from '../mail/mail-server.ts'
import { CheckField } from '../ui/form/CheckField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { passwordHelp } from '../ui/form/PasswordInput.tsx'
import styles from './PermissionFields.module.css'
import type { UserFormState } from './queries.ts'

const byMail = {
  label: 'Email an invitation',
  help: "They'll get a link to set a password. It expires in 3 days.",
}
const byLink = {
  label: 'Create an invitation link',
  help: "No mail server is set up, so you'll get a link to pass on. They can set a password with it for 3 days.",
}

type Choice = 'invite' | 'password' | 'company'

/** An invitation to choose a password, a password, or the company's sign-in. */
export function InvitationChoice({ form }: { form: UserFormState }) {
  const { data: hasMailServer = true } = useQuery(mailServerQuery)
  const { company_sign_in: company } = usePerson()
  const { control } = form
  const invite = useWatch({ control, name: 'invite' }) ?? true
  const isCompany = useWatch({ control, name: 'company_sign_in' }) ?? false
  const role = useWatch({ control, name: 'role' })
  const isCompanyOnly = company?.only === true && role !== 'admin'
  const chosen: Choice = isCompany ? 'company' : invite ? 'invite' : 'password'

  function choose(choice: Choice) {
    if (choice !== 'password') {
      form.setValue('password', '')
      form.clearErrors('password')
    }
    form.setValue('invite', choice === 'invite', { shouldDirty: true })
    if (company) form.setValue('company_sign_in', choice === 'company', { shouldDirty: true })
  }

  // Only admins may have a password: follow the role that is chosen.
  const follow = useEffectEvent(() => {
    if (isCompanyOnly && chosen !== 'company') choose('company')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the role changes
  useLayoutEffect(() => follow(), [isCompanyOnly])

  const option = (choice: Choice, id: string, about: { label: string; help?: string }) => (
    <CheckField
      type="radio"
      id={id}
      name="first-sign-in"
      {...about}
      checked={chosen === choice}
      onChange={() => choose(choice)}
    />
  )
  if (company && isCompanyOnly)
    return (
      <div className="field">
        <span className="label">First sign-in</span>
        <p className="help">
          They sign in with {company.label}, with this address. Only admins have a password.
        </p>
      </div>
    )
  return (
    <>
      <fieldset className={`stack gap-2 ${styles.permissions}`}>
        <legend className="label">First sign-in</legend>
        {option('invite', 'invite', hasMailServer ? byMail : byLink)}
        {company &&
          option('company', 'company-sign-in', {
            label: `Sign in with ${company.label}`,
            help: 'No password. They are connected at their first sign-in with this address.',
          })}
        {option('password', 'set-password', { label: 'Set a password now' })}
      </fieldset>
      {chosen === 'password' && (
        <PasswordField
          label="Password *"
          help={passwordHelp}
          error={form.formState.errors.password?.message}
          required
          autoComplete="new-password"
          {...form.register('password')}
        />
      )}
    </>
  )
}
