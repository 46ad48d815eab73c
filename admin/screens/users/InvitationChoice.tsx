import { Controller } from 'react-hook-form'
import type { UserFormState } from '../../lib/users.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { passwordHelp } from '../../ui/PasswordInput.tsx'
import styles from './PermissionFields.module.css'

/** How someone new comes by a password. */
export const InvitationChoice = ({ form }: { form: UserFormState }) => (
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
            label="Send an invitation by e-mail"
            help="They choose their own password with a link that is good for three days."
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
