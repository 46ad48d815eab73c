import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { userChange, userInput } from '#api/contract/users.ts'
import { type Permission, permissions, type Role } from '#db/enums.ts'
import { useDraft } from '../../lib/use-draft.ts'
import type { User } from '../../lib/users.ts'

export type UserValues = {
  first_name: string
  last_name: string
  email: string
  password: string
  role: Role
  is_active: boolean
  permissions: Permission[]
}
export type UserFormState = UseFormReturn<UserValues>

export const valuesOf = (user?: User): UserValues => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  password: '',
  role: user?.role ?? 'user',
  is_active: user?.is_active ?? true,
  permissions: permissions.filter((permission) => user?.permissions.includes(permission)),
})

// Raw: what was typed is sent as it is, and the server reads it by the same contract.
const forCreation = zodResolver(userInput, undefined, { raw: true }) as Resolver<UserValues>
const forChange = zodResolver(userChange, undefined, { raw: true }) as Resolver<UserValues>

/** The form of a user, and what was typed into it before the session ended, but for the password. */
export function useUserForm(user?: User) {
  const form = useForm<UserValues>({
    defaultValues: valuesOf(user),
    resolver: user ? forChange : forCreation,
  })
  const { isDirty } = form.formState
  // What the form started from: with it, the server refuses to overwrite what came in between.
  const [basedOn, setBasedOn] = useState(user?.updated_at)
  const { password: _, ...values } = useWatch({ control: form.control })
  const [restored, setRestored] = useState(false)
  const { draft, clear } = useDraft(
    `user-${user?.id ?? 'new'}`,
    { values, basedOn },
    { enabled: isDirty },
  )

  useEffect(() => {
    if (!draft) return
    form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true })
    setBasedOn(draft.basedOn)
    setRestored(true)
  }, [draft, form])

  /** Begins anew from a stored user, or from nothing; whatever was typed is gone. */
  function startFrom(stored?: User) {
    form.reset(valuesOf(stored))
    setBasedOn(stored?.updated_at)
    setRestored(false)
    clear()
  }

  /** All that was typed is saved: nothing is left to guard. */
  function settle() {
    form.reset(form.getValues())
    clear()
  }

  return { form, isDirty, basedOn, restored, startFrom, settle, forgetDraft: clear }
}
