import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { fullName } from '#api/http/contract/text.ts'
import { isMissing } from '../lib/api.ts'
import { useDraft } from '../lib/use-draft.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { RichTextField } from '../ui/form/RichTextField.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import { askToClose } from './ask-to-close.ts'
import { Conflict } from './Conflict.tsx'
import styles from './ManualApplication.module.css'
import { type Application, applicationDetailQuery } from './queries.ts'
import { type NotesBase, useSaveNotes } from './use-save-notes.ts'

type Props = { id: number; onClose: () => void }

/** Edits notes over the list. Loads the full notes first; the list has only an excerpt. */
export function NotesEditor({ id, onClose }: Props) {
  // Always fetched on opening, as the cache may be stale, and never while typing.
  const { data, error, isFetching, refetch } = useQuery({
    ...applicationDetailQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [opened, setOpened] = useState<Application>()
  if (data && !isFetching && !error && !opened) setOpened(data)
  if (opened) return <Editing application={opened} onClose={onClose} />
  const missing = isMissing(error)
  return (
    <Modal title={data ? `Notes on ${fullName(data)}` : 'Notes'} onClose={onClose} size="large">
      {error ? (
        <Failed
          message={missing ? 'Application not found' : 'Failed to load the notes'}
          error={missing ? undefined : error}
          onRetry={missing ? undefined : () => refetch()}
        />
      ) : (
        <Loading rows={3} />
      )}
    </Modal>
  )
}

type Draft = { notes: string; base: NotesBase }

/** The input, kept as a draft together with the notes it is based on. */
function useNotes({ id, notes, updated_at }: Application) {
  const [typed, setTyped] = useState<string>()
  const [opened] = useState({ notes, updated_at })
  const value = useMemo(() => ({ notes: typed ?? '', base: opened }), [typed, opened])
  const enabled = typed !== undefined && typed !== notes
  const { draft, clear } = useDraft<Draft>(`notes-${id}`, value, { enabled })
  const current = typed ?? draft?.notes ?? notes
  return { value: current, dirty: current !== notes, setTyped, clear, base: draft?.base ?? opened }
}

function Editing({ application, onClose }: { application: Application; onClose: () => void }) {
  const { value, dirty, setTyped, clear, base } = useNotes(application)
  const saved = () => {
    clear()
    onClose()
  }
  const { save, saving, failure, theirs, settle } = useSaveNotes(application.id, base, saved)

  function takeTheirs() {
    setTyped(theirs)
    settle()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!saving) save(value)
  }

  return (
    <Modal
      title={`Notes on ${fullName(application)}`}
      onClose={onClose}
      onDiscard={clear}
      dirty={dirty || saving}
      size="large"
    >
      <form onSubmit={submit} className={styles.form}>
        {theirs !== undefined && <Conflict theirs={{ notes: theirs }} onTake={takeTheirs} />}
        <RichTextField
          id="notes"
          label="Notes"
          value={value}
          onChange={setTyped}
          error={failure}
          autoFocus
        />
        <ModalActions>
          <button type="button" className="button" onClick={askToClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" aria-disabled={saving}>
            {saving ? 'Saving...' : 'Save'}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}
