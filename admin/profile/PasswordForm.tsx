import { zodResolver } from '@hookform/resolvers/zod'
import { passwordChange } from '#api/accounts/auth/contract.ts'
import { changePassword, sessionsQuery } from '../session/account.ts'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { passwordHelp } from '../ui/form/PasswordInput.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './PasswordForm.module.css'

const empty = { currentPassword: '', newPassword: '' }

export function PasswordForm({ email }: { email: string }) {
  const state = useEntityForm({
    kind: 'password',
    stored: undefined,
    valuesOf: () => empty,
    resolver: zodResolver(passwordChange),
    draftName: null,
  })
  const { form, isDirty, startFrom } = state
  const saving = useSave(state, {
    save: changePassword,
    key: sessionsQuery.queryKey,
    messageOf: () => "Password changed. You've been signed out everywhere else.",
    failed: 'Failed to change the password',
    onSaved: () => startFrom(),
  })
  const { errors, isSubmitting } = form.formState

  return (
    <form className={`stack gap-5 ${styles.form}`} onSubmit={saving.submit} noValidate>
      <UnsavedGuard dirty={isDirty} />
      {/* Password managers save the new password under this user name. */}
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        label="Current password *"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="New password *"
        help={passwordHelp}
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...form.register('newPassword')}
      />
      <FormFailure>{saving.failure}</FormFailure>
      <button type="submit" className="button" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Change password'}
      </button>
    </form>
  )
}
