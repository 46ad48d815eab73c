import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedBy, complaint, currentOf } from '../../lib/api/api.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { saveApplication } from '../status/save-application.ts'

/** The stored notes that the edit is based on. */
export type NotesBase = Pick<Application, 'notes' | 'updated_at'>

/**
 * Saves notes based on `opened`. When someone else has saved other notes, nothing is written:
 * `theirs` holds theirs, and the next save replaces them.
 */
export function useSaveNotes(id: number, opened: NotesBase, onSaved: () => void) {
  const client = useQueryClient()
  const [base, setBase] = useState(opened)
  const [theirs, setTheirs] = useState<NotesBase & { by: string }>()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (notes: string) => saveApplication(id, { notes }, base),
    onSuccess: (saved) => {
      client.setQueryData(applicationDetailKey(id), saved)
      client.invalidateQueries({ queryKey: applicationsKey })
      onSaved()
    },
    onError: (refusal) => {
      const current = currentOf<Application>(refusal)
      if (!current) return
      setBase(current)
      setTheirs({ notes: current.notes, updated_at: current.updated_at, by: changedBy(refusal) })
    },
  })
  const failure =
    error && !currentOf(error) ? complaint('Failed to save the notes', error) : undefined
  return { save: mutate, saving: isPending, failure, theirs, settle: () => setTheirs(undefined) }
}
