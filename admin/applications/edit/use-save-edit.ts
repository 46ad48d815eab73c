import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#api/http/contract/text.ts'
import { complaint, currentOf } from '../../lib/api.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import type { EntityForm } from '../../lib/use-entity-form.ts'
import { useOnce } from '../../lib/use-once.ts'
import { usePerson } from '../../lib/use-person.ts'
import { bothNotes } from '../notes/both-notes.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { changesOf, type EditOutput, type EditValues, rebase } from './edit-values.ts'
import { saveApplication } from './save-application.ts'

type Outcome = { failure?: string; theirs?: Partial<EditValues> }

/** Saves changed fields; returns errors, and other people's changes to the same fields. */
export function useSaveEdit(
  application: Application,
  state: EntityForm<EditValues, EditOutput, Application>,
  onSaved: () => void,
) {
  const { id } = application
  const { form, base = application, setBase, settle } = state
  const client = useQueryClient()
  const person = usePerson()
  const [{ failure, theirs }, setOutcome] = useState<Outcome>({})

  function compare(current: Application) {
    const { values, theirs } = rebase(form.getValues(), base, current)
    form.reset(values, { keepDefaultValues: true })
    setBase(current)
    setOutcome({ theirs })
  }

  const save = useOnce(async (output: EditOutput) => {
    setOutcome({})
    try {
      const change = changesOf(output, base)
      if (Object.keys(change).length)
        client.setQueryData(applicationDetailKey(id), await saveApplication(id, change, base))
    } catch (error) {
      const current = currentOf<Application>(error)
      if (current) compare(current)
      else if (!showFieldErrors(form, error))
        setOutcome({ failure: complaint('Failed to save the application', error) })
      return
    }
    settle()
    client.invalidateQueries({ queryKey: applicationsKey })
    onSaved()
  })

  function takeTheirs() {
    form.reset({ ...form.getValues(), ...theirs }, { keepDefaultValues: true })
    setOutcome({})
  }

  /** Other fields of theirs stay to be chosen. */
  function keepBoth() {
    if (!theirs?.notes) return
    const mine = { notes: form.getValues('notes') ?? '', name: fullName(person), at: new Date() }
    const notes = bothNotes({ notes: theirs.notes, updated_at: base.updated_at }, mine)
    form.reset({ ...form.getValues(), notes }, { keepDefaultValues: true })
    const { notes: _, ...others } = theirs
    setOutcome(Object.keys(others).length ? { theirs: others } : {})
  }

  return {
    failure,
    theirs,
    takeTheirs,
    keepBoth,
    submit: form.handleSubmit((output) => save(output)),
  }
}
