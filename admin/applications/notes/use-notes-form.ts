import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { checkedByServer, useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { keepBothNotes } from '../status/both-notes.ts'
import { sendApplication } from '../status/save-application.ts'

type Values = { notes: string }

/** State of a form for the notes of `application`, which must be as it was when the form opened. */
export function useNotesForm(application: Application, onSaved: () => void) {
  const client = useQueryClient()
  const person = usePerson()
  const { id } = application
  const state = useEntityForm<Values, Values, Application>({
    kind: 'notes',
    thing: 'application',
    stored: application,
    valuesOf: (row) => ({ notes: row?.notes ?? '' }),
    resolver: checkedByServer,
    names: { notes: 'Notes' },
    draftName: `notes-${id}`,
  })
  const { form, base, isDirty, forgetDraft } = state
  const saving = useSave(state, {
    save: (change, updated_at) => sendApplication(id, { ...change, updated_at }),
    key: applicationsKey,
    messageOf: () => '',
    failed: 'Failed to save the notes',
    onSaved: (saved) => {
      client.setQueryData(applicationDetailKey(id), saved)
      onSaved()
    },
  })
  return {
    value: useWatch({ control: form.control, name: 'notes' }),
    dirty: isDirty,
    isBusy: form.formState.isSubmitting,
    saving,
    both: keepBothNotes(saving.contest?.by, base?.updated_at, person),
    error: form.formState.errors.notes?.message ?? saving.failure,
    setTyped: (notes: string) => form.setValue('notes', notes, { shouldDirty: true }),
    clear: forgetDraft,
    isHeld: application.legal_hold !== null,
  }
}

export type NotesFormState = ReturnType<typeof useNotesForm>
