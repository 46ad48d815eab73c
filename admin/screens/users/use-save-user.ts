import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrors } from '#api/contract/problem.ts'
import { ApiError, sentence } from '../../lib/api.ts'
import type { LinkTarget } from '../../lib/link-target.ts'
import { toast } from '../../lib/toasts.ts'
import { useOnce } from '../../lib/use-once.ts'
import { profile } from '../../lib/use-person.ts'
import { changeUser, createUser, currentUser, type User, usersKey } from '../../lib/users.ts'
import { type UserValues, type useUserForm, valuesOf } from './use-user-form.ts'

type Form = ReturnType<typeof useUserForm>
type Outcome = { failure?: string; conflict?: User }

/** Puts the server's words under their fields and the focus into the first; false when none is ours. */
function showFieldErrors({ form }: Form, error: unknown): boolean {
  const errors = error instanceof ApiError ? fieldErrors(error.body) : {}
  const ours = Object.keys(valuesOf()).filter((field) => errors[field]) as (keyof UserValues)[]
  for (const [place, field] of ours.entries())
    form.setError(field, { message: errors[field] ?? '' }, { shouldFocus: place === 0 })
  return ours.length > 0
}

/** Saving a user: what went wrong, and the two ways out when somebody else saved first. */
export function useSaveUser(state: Form, user: User | undefined, back: LinkTarget) {
  const { form, basedOn, startFrom, settle } = state
  const client = useQueryClient()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>({})

  const save = useOnce(async (values: UserValues, basis: string | undefined = basedOn) => {
    setOutcome({})
    try {
      if (user) await changeUser(user.id, { ...values, ...(basis && { updated_at: basis }) })
      else await createUser(values)
    } catch (error) {
      const conflict = currentUser(error)
      if (conflict) setOutcome({ conflict })
      else if (!showFieldErrors(state, error))
        setOutcome({ failure: sentence(error, 'Failed to save user') })
      return
    }
    settle()
    client.invalidateQueries({ queryKey: usersKey, refetchType: 'none' })
    // It may have been the person's own name or permissions.
    client.invalidateQueries({ queryKey: profile.queryKey })
    const name = `${values.first_name} ${values.last_name}`
    toast({ message: `“${name}” was ${user ? 'updated' : 'created'}`, kind: 'done' })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  })

  return {
    ...outcome,
    submit: form.handleSubmit((values) => save(values)),
    overwrite: form.handleSubmit((values) => save(values, '')),
    loadCurrent: () => {
      startFrom(outcome.conflict)
      setOutcome({})
    },
  }
}
