import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '#api/contract/problem.ts'
import { ApiError, sentence } from '../../lib/api.ts'
import { type Application, applicationsKey, detailKey } from '../../lib/applications.ts'
import { currentOf, saveApplication } from '../../lib/save-application.ts'
import { baseOf, changesOf, type EditOutput, type EditValues, rebase } from './edit-values.ts'
import type { useEditForm } from './use-edit-form.ts'

type State = ReturnType<typeof useEditForm>
type Outcome = { failure?: string; theirs?: Partial<EditValues> }

/** Puts the server's details under their fields; false when none of them has one. */
function showDetails({ form }: State, error: unknown): boolean {
  const errors = error instanceof ApiError ? Object.entries(fieldErrors(error.body)) : []
  const known = errors.filter(([field]) => field in form.getValues())
  for (const [place, [field, message]] of known.entries())
    form.setError(field as keyof EditValues, { message }, { shouldFocus: place === 0 })
  return known.length > 0
}

/** Saves what was changed; says what went wrong, and what someone else has written into the same fields. */
export function useSaveEdit(id: number, state: State, onSaved: () => void) {
  const { form, base, setBase, clear } = state
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>({})

  function compare(current: Application) {
    const { values, theirs } = rebase(form.getValues(), base, current)
    form.reset(values, { keepDefaultValues: true })
    setBase(baseOf(current))
    setOutcome({ theirs })
  }

  async function save(output: EditOutput) {
    setOutcome({})
    try {
      const change = changesOf(output, base)
      if (Object.keys(change).length)
        client.setQueryData(detailKey(id), await saveApplication(id, change, base))
    } catch (error) {
      const current = currentOf(error)
      if (current) compare(current)
      else if (!showDetails(state, error))
        setOutcome({ failure: sentence(error, 'Failed to save the application') })
      return
    }
    clear()
    client.invalidateQueries({ queryKey: applicationsKey })
    onSaved()
  }

  function takeTheirs() {
    form.reset({ ...form.getValues(), ...outcome.theirs }, { keepDefaultValues: true })
    setOutcome({})
  }

  return { ...outcome, takeTheirs, submit: form.handleSubmit(save) }
}
