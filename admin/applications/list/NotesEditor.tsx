import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { isMissing } from '../../lib/api/api.ts'
import { askToClose } from '../../ui/dialog/ask-to-close.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Failed, Loading } from '../../ui/States.tsx'
import { NotesForm } from '../notes/NotesForm.tsx'
import { useNotesForm } from '../notes/use-notes-form.ts'
import { type Application, applicationDetailQuery } from '../queries.ts'

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

function Editing({ application, onClose }: { application: Application; onClose: () => void }) {
  const state = useNotesForm(application, onClose)
  return (
    <Modal
      title={`Notes on ${fullName(application)}`}
      onClose={onClose}
      onDiscard={state.clear}
      dirty={state.dirty || state.isBusy}
      size="large"
    >
      <NotesForm state={state} onCancel={askToClose} />
    </Modal>
  )
}
