import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useEntityForm } from '../../lib/use-entity-form.ts'
import { EditorFrame } from '../../ui/editor/EditorFrame.tsx'
import type { Application } from '../queries.ts'
import { Conflict } from './Conflict.tsx'
import { EditFields } from './EditFields.tsx'
import { editSchema, valuesOf } from './edit-values.ts'
import { useSaveEdit } from './use-save-edit.ts'

const resolver = zodResolver(editSchema)

export function EditForm({ application, toNotes }: { application: Application; toNotes: boolean }) {
  const back = { to: `/applications/${application.id}` }
  const navigate = useNavigate()
  const state = useEntityForm({
    kind: 'application',
    stored: application,
    valuesOf: (row = application) => valuesOf(row),
    resolver,
  })
  const saving = useSaveEdit(application, state, () => navigate({ ...back, ignoreBlocker: true }))
  const { theirs, takeTheirs, keepBoth } = saving
  return (
    <EditorFrame {...{ state, saving, back }} action="Save">
      <EditFields form={state.form} toNotes={toNotes} />
      {theirs && <Conflict theirs={theirs} onTake={takeTheirs} onKeepBoth={keepBoth} />}
    </EditorFrame>
  )
}
