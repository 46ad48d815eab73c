import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import { useEntityForm, useSaveForm } from '../../lib/hooks/use-entity-form.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { SaveConflict } from '../../ui/editor/SaveConflict.tsx'
import { EditorFrame } from '../../ui/form/EditorFrame.tsx'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { bothNotes } from '../status/both-notes.ts'
import { sendApplication } from '../status/save-application.ts'
import { EditFields } from './EditFields.tsx'
import { changesOf, editSchema, names, valuesOf } from './edit-values.ts'

const resolver = zodResolver(editSchema)

export function EditForm({ application, toNotes }: { application: Application; toNotes: boolean }) {
  const { id } = application
  const back = { to: `/applications/${id}` }
  const client = useQueryClient()
  const person = usePerson()
  const state = useEntityForm({
    kind: 'application',
    stored: application,
    valuesOf: (row = application) => valuesOf(row),
    resolver,
  })
  const saving = useSaveForm(state, {
    save: async (output, updated_at, base = application) => {
      const change = changesOf(output, base)
      if (!Object.keys(change).length) return
      const saved = await sendApplication(id, { ...change, updated_at })
      client.setQueryData(applicationDetailKey(id), saved)
    },
    key: applicationsKey,
    nameOf: fullName,
    back,
  })
  const { by = '' } = saving.contest ?? {}
  const both = {
    notes: (mine: unknown, theirs: unknown) =>
      bothNotes(
        { notes: String(theirs), name: by, at: state.base?.updated_at },
        { notes: String(mine), name: fullName(person), at: new Date().toISOString() },
      ),
  }
  return (
    <EditorFrame {...{ state, saving, back }} action="Save">
      <EditFields form={state.form} toNotes={toNotes} isHeld={application.legal_hold !== null} />
      <SaveConflict saving={saving} thing="application" names={names} both={both} />
    </EditorFrame>
  )
}
