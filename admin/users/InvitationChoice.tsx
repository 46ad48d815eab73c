import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
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

/** An invitation to choose a password, or a password. */
export function InvitationChoice({ form }: { form: UserFormState }) {
  const { data: hasMailServer = true } = useQuery(mailServerQuery)
  const invitation = hasMailServer ? byMail : byLink
  return (
    <Controller
      control={form.control}
      name="invite"
      render={({ field: { value: invite = true, onChange, name } }) => (
        <>
          <fieldset className={`stack gap-2 ${styles.permissions}`}>
            <legend className="label">First sign-in</legend>
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
            <CheckField
              type="radio"
              id="set-password"
              name={name}
              label="Set a password now"
              checked={!invite}
              onChange={() => onChange(false)}
            />
          </fieldset>
          {!invite && (
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
      )}
    />
  )
}
