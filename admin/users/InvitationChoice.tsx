import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { mailServerQuery } from '../mail/queries.ts'
import { CheckField } from '../ui/form/CheckField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { passwordHelp } from '../ui/form/PasswordInput.tsx'
import styles from './PermissionFields.module.css'
import type { UserFormState } from './queries.ts'

const byMail = {
  label: 'Send an invitation by e-mail',
  help: 'They choose their own password with a link that is good for three days.',
}
const byLink = {
  label: 'Create an invitation link',
  help: 'No mail server is set up, so you get a link to pass on yourself. They choose their own password with it within three days.',
}

/** How someone new comes by a password. */
export function InvitationChoice({ form }: { form: UserFormState }) {
  const { data: hasMailServer = true } = useQuery(mailServerQuery)
  const invitation = hasMailServer ? byMail : byLink
  return (
    <Controller
      control={form.control}
      name="invite"
      render={({ field: { value: invite = false, onChange, name } }) => (
        <>
          <fieldset className={styles.permissions}>
            <legend className="label">Password</legend>
            <CheckField
              type="radio"
              id="set-password"
              name={name}
              label="Set a password now"
              checked={!invite}
              onChange={() => onChange(false)}
            />
            <CheckField
              type="radio"
              id="invite"
              name={name}
              {...invitation}
              checked={invite}
              onChange={() => {
                form.setValue('password', '')
                form.clearErrors('password')
                onChange(true)
              }}
            />
          </fieldset>
          {!invite && (
            <PasswordField
              label="Password *"
              help={passwordHelp}
              error={form.formState.errors.password?.message}
              autoComplete="new-password"
              {...form.register('password')}
            />
          )}
        </>
      )}
    />
  )
}
