import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, sentence } from '../../lib/api.ts'
import { type Application, detailQuery, fullName } from '../../lib/applications.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Modal, ModalActions } from '../../ui/Modal.tsx'
import { Failed, Loading } from '../../ui/States.tsx'
import { NotesConflict } from './NotesConflict.tsx'
import { RichTextField } from './RichTextField.tsx'
import { useSaveNotes } from './use-save-notes.ts'

type Props = { id: number; onClose: () => void }

/** The notes on an application in a modal, over the list. The full notes are read before anything is written. */
export function NotesEditor({ id, onClose }: Props) {
  // Read anew each time, since one would write over what the cache has not seen; once, so that nothing changes while one writes.
  const { data, error, isFetching, refetch } = useQuery({
    ...detailQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [opened, setOpened] = useState<Application>()
  if (data && !isFetching && !error && !opened) setOpened(data)
  if (opened) return <Editing application={opened} onClose={onClose} />
  const missing = error instanceof ApiError && error.status === 404
  return (
    <Modal title={data ? `Notes on ${fullName(data)}` : 'Notes'} onClose={onClose} size="large">
      {error ? (
        <Failed
          message={missing ? 'Application not found' : sentence(error, 'Failed to load the notes')}
          onRetry={missing ? undefined : () => refetch()}
        />
      ) : (
        <Loading rows={3} />
      )}
    </Modal>
  )
}

function Editing({ application, onClose }: { application: Application; onClose: () => void }) {
  const [notes, setNotes] = useState<string>()
  const dirty = notes !== undefined && notes !== application.notes
  const { draft, clear } = useDraft(`notes-${application.id}`, notes, { enabled: dirty })
  const value = notes ?? draft ?? application.notes
  const typed = value !== application.notes
  const close = () => {
    clear()
    onClose()
  }
  const { save, saving, failure, theirs, takeTheirs } = useSaveNotes(application, close)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!saving) save(value)
  }

  return (
    <Modal
      title={`Notes on ${fullName(application)}`}
      onClose={close}
      dirty={typed || theirs !== undefined}
      size="large"
    >
      <form onSubmit={submit}>
        {theirs !== undefined && (
          <NotesConflict notes={theirs} onTake={() => takeTheirs(setNotes)} />
        )}
        <RichTextField
          // The editor reads its text once: after taking over another version it starts anew.
          key={theirs === undefined ? 'mine' : 'compared'}
          id="notes"
          label="Notes"
          toolbar="full"
          value={value}
          onChange={setNotes}
          error={failure}
          autoFocus
        />
        <ModalActions>
          <button type="button" className="button" onClick={close}>
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
