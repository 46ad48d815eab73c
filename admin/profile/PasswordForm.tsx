import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { Resolver } from 'react-hook-form'
import { passwordChange } from '#api/accounts/auth/contract.ts'
import { profile } from '../lib/hooks/use-person.ts'
import { accountFormQuery, changePassword, sessionsQuery } from '../session/account.ts'
import { CompanyProof } from '../session/CompanyProof.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { passwordHelp } from '../ui/form/PasswordInput.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './PasswordForm.module.css'

type Values = { currentPassword?: string; newPassword: string }
const resolver = zodResolver(passwordChange) as Resolver<Values, unknown, Values>

/** Changes the password, or sets the first one of people who signed in with the company so far. */
export function PasswordForm({ email, isFirst }: { email: string; isFirst: boolean }) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'password',
    stored: undefined,
    valuesOf: (): Values =>
      isFirst ? { newPassword: '' } : { currentPassword: '', newPassword: '' },
    resolver,
    draftName: null,
  })
  const { form, isDirty, startFrom } = state
  const saving = useSave(state, {
    save: changePassword,
    key: sessionsQuery.queryKey,
    messageOf: () =>
      `Password ${isFirst ? 'set' : 'changed'}. You've been signed out everywhere else.`,
    failed: 'Failed to change the password',
    onSaved: () => {
      startFrom()
      client.invalidateQueries({ queryKey: profile.queryKey })
      client.invalidateQueries({ queryKey: accountFormQuery.queryKey })
    },
  })
  const { errors, isSubmitting } = form.formState

  return (
    <form className={`stack gap-5 ${styles.form}`} onSubmit={saving.submit} noValidate>
      <UnsavedGuard dirty={isDirty} />
      {/* Password managers save the new password under this user name. */}
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      {isFirst ? (
        <CompanyProof />
      ) : (
        <PasswordField
          label="Current password *"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
      <PasswordField
        label="New password *"
        help={passwordHelp}
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...form.register('newPassword')}
      />
      <FormFailure>{saving.failure ?? (isFirst && errors.currentPassword?.message)}</FormFailure>
      <button type="submit" className="button" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : isFirst ? 'Set password' : 'Change password'}
      </button>
    </form>
  )
}
