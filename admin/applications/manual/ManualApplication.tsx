import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { complaint } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { ChangedFile } from '../../lib/api/chosen-file.ts'
import { showFieldErrors } from '../../lib/api/field-errors.ts'
import { toast } from '../../lib/toasts.ts'
import { askToClose } from '../../ui/dialog/ask-to-close.ts'
import { Modal, ModalActions } from '../../ui/dialog/Modal.tsx'
import { applicationsKey, enterApplication } from '../queries.ts'
import styles from './ManualApplication.module.css'
import { ManualFields } from './ManualFields.tsx'
import { type ManualOutput, useManualForm } from './use-manual-form.ts'

/** Focuses a field that isn't React Hook Form's; false if it isn't on the form. */
function focusOn(name: string | undefined) {
  const field = document.getElementById(`new-${name}`)
  field?.focus()
  return Boolean(field)
}

/** Adds an application received by email or post. */
export function ManualApplication({ jobId, onClose }: { jobId?: number; onClose: () => void }) {
  const client = useQueryClient()
  const state = useManualForm(jobId)
  const { form, isDirty, faulty, sent, refuse, clear } = state
  const [failure, setFailure] = useState<string>()
  /** So that choosing the same file again counts as a change. */
  const clearFile = (name: string) => {
    const field = document.getElementById(`new-${name}`) as HTMLInputElement
    field.value = ''
    state.attach(name, null)
  }
  const create = useMutation({
    mutationFn: (application: ManualOutput) =>
      enterApplication({ ...application, answers: sent.answers }, sent.files),
    onMutate: () => setFailure(undefined),
    onError: (error) => {
      const refused = error instanceof ApiError ? fieldErrors(error.body) : {}
      if (error instanceof ChangedFile) clearFile(error.field)
      refuse(refused)
      const shown = Object.keys(refused).find((name) => /^(resume|answer_\d+)$/.test(name))
      if (!showFieldErrors(form, error) && !focusOn(shown))
        setFailure(complaint('Failed to create application', error))
    },
    onSuccess: (application) => {
      client.invalidateQueries({ queryKey: applicationsKey })
      toast({ message: `${fullName(application)}'s application added`, kind: 'done' })
      clear()
      onClose()
    },
  })
  const submit = form.handleSubmit((application) => {
    if (faulty) focusOn(faulty)
    else if (!create.isPending) create.mutate(application)
  })

  return (
    <Modal title="New Application" onClose={onClose} onDiscard={clear} dirty={isDirty} size="large">
      <form onSubmit={submit} noValidate className={styles.form}>
        <ManualFields state={state} />
        {failure && (
          <p className="notice red" role="alert">
            {failure}
          </p>
        )}
        <ModalActions>
          <button type="button" className="button" onClick={askToClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" aria-disabled={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create Application'}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}
