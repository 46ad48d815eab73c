import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { EditorFrame } from '../../ui/form/EditorFrame.tsx'
import { useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { keepBothNotes } from '../status/both-notes.ts'
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
    names,
  })
  const saving = useSave(state, {
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
  const both = keepBothNotes(saving.contest?.by, state.base?.updated_at, person)
  return (
    <EditorFrame {...{ state, saving, back, both }} action="Save">
      <EditFields form={state.form} toNotes={toNotes} isHeld={application.legal_hold !== null} />
    </EditorFrame>
  )
}
