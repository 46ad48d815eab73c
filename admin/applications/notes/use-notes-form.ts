import { useMemo, useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import type { Application } from '../queries.ts'
import { bothNotes } from '../status/both-notes.ts'
import { type NotesBase, useSaveNotes } from './use-save-notes.ts'

type Draft = { notes: string; base: NotesBase }

/** The input, kept as a draft together with the notes it is based on. */
function useTyped({ id, notes, updated_at }: Application) {
  const [typed, setTyped] = useState<string>()
  const [opened] = useState({ notes, updated_at })
  const value = useMemo(() => ({ notes: typed ?? '', base: opened }), [typed, opened])
  const enabled = typed !== undefined && typed !== opened.notes
  const { draft, clear } = useDraft<Draft>(`notes-${id}`, value, { enabled })
  const current = typed ?? draft?.notes ?? opened.notes
  const base = draft?.base ?? opened
  return { value: current, dirty: current !== opened.notes, setTyped, clear, base }
}

/** State of a form for the notes of `application`, which must be as it was when the form opened. */
export function useNotesForm(application: Application, onSaved: () => void) {
  const { value, dirty, setTyped, clear, base } = useTyped(application)
  const person = usePerson()
  const { save, saving, failure, theirs, settle } = useSaveNotes(application.id, base, () => {
    clear()
    onSaved()
  })

  function take(notes: string) {
    setTyped(notes)
    settle()
  }

  return {
    value,
    dirty,
    saving,
    failure,
    theirs,
    setTyped,
    clear,
    isHeld: application.legal_hold !== null,
    submit: () => {
      if (!saving) save(value)
    },
    takeTheirs: () => theirs && take(theirs.notes),
    keepBoth: () =>
      theirs &&
      take(
        bothNotes(
          { notes: theirs.notes, name: theirs.by, at: theirs.updated_at },
          { notes: value, name: fullName(person), at: new Date().toISOString() },
        ),
      ),
  }
}

export type NotesFormState = ReturnType<typeof useNotesForm>
