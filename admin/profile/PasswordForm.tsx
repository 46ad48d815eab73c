import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { passwordChange } from '#api/accounts/auth/contract.ts'
import { sentence } from '../lib/api/api-error.ts'
import { showFieldErrors } from '../lib/api/field-errors.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { toast } from '../lib/toasts.ts'
import { changePassword, sessionsQuery } from '../session/account.ts'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { passwordHelp } from '../ui/form/PasswordInput.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import styles from './PasswordForm.module.css'

const empty = { currentPassword: '', newPassword: '' }

export function PasswordForm({ email }: { email: string }) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: empty, resolver: zodResolver(passwordChange) })
  const { errors, isDirty, isSubmitting } = form.formState
  const [failure, setFailure] = useState<string>()

  const save = useOnce(async (typed: typeof empty) => {
    setFailure(undefined)
    try {
      await changePassword(typed)
    } catch (error) {
      if (!showFieldErrors(form, error))
        setFailure(sentence(error, 'Failed to change the password'))
      return
    }
    form.reset(empty)
    client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    const message = "Password changed. You've been signed out everywhere else."
    toast({ message, kind: 'done' })
  })

  return (
    <form className={`stack gap-5 ${styles.form}`} onSubmit={form.handleSubmit(save)} noValidate>
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
      <FormFailure>{failure}</FormFailure>
      <button type="submit" className="button" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Change password'}
      </button>
    </form>
  )
}
