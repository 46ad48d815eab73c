import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { ChangedFile } from '../../lib/api/chosen-file.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSave } from '../../ui/save/use-save.ts'
import { applicationsKey, enterApplication } from '../queries.ts'
import { ManualFields } from './ManualFields.tsx'
import { useManualForm } from './use-manual-form.ts'

const fieldOf = (name: string | undefined) => document.getElementById(`new-${name}`)

/** The fields that aren't React Hook Form's. */
const isOwn = (name: string) => /^(resume|answer_\d+)$/.test(name)

/** Adds an application received by email or post. */
export function ManualApplication({ jobId, onClose }: { jobId?: number; onClose: () => void }) {
  const state = useManualForm(jobId)
  const { form, faulty, sent, refuse } = state
  /** So that choosing the same file again counts as a change. */
  const clearFile = (name: string) => {
    const field = fieldOf(name) as HTMLInputElement
    field.value = ''
    state.attach(name, null)
  }
  const saving = useSave(state, {
    save: async (application) => {
      try {
        return await enterApplication({ ...application, answers: sent.answers }, sent.files)
      } catch (error) {
        const found = error instanceof ApiError ? fieldErrors(error.body) : {}
        if (error instanceof ChangedFile) clearFile(error.field)
        refuse(found)
        fieldOf(Object.keys(found).find(isOwn))?.focus()
        throw error
      }
    },
    key: applicationsKey,
    messageOf: (application) => `${fullName(application)}'s application added`,
    fieldOf: ([name]) => (isOwn(`${name}`) && fieldOf(`${name}`) ? 'answers' : `${name}`),
    failed: 'Failed to create application',
    onSaved: onClose,
  })
  const submit = form.handleSubmit(async () => {
    if (faulty) fieldOf(faulty)?.focus()
    else await saving.submit()
  })

  return (
    <FormDialog
      {...{ state, onClose }}
      saving={{ ...saving, submit }}
      title="New Application"
      action="Create Application"
      busyAction="Creating..."
      size="large"
    >
      <ManualFields state={state} />
    </FormDialog>
  )
}
