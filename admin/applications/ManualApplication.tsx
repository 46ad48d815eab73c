import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { manualApplication } from '#api/applications/contract.ts'
import { fileNameFault } from '#api/files/contract/resume.ts'
import { fieldErrors } from '#api/http/contract/problem.ts'
import { fullName } from '#api/http/contract/text.ts'
import { errors } from '#api/words/contract/en.ts'
import { faultText } from '#api/words/contract/fault.ts'
import { complaint } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { showFieldErrors } from '../lib/field-errors.ts'
import { toast } from '../lib/toasts.ts'
import { useDraft } from '../lib/use-draft.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { askToClose } from './ask-to-close.ts'
import styles from './ManualApplication.module.css'
import { ManualFields, type ManualInput, type ManualOutput } from './ManualFields.tsx'
import { applicationsKey, enterApplication } from './queries.ts'

const empty = {
  status: 'pending',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  motivation_letter: '',
} as const

/** The form, with its draft restored. */
function useManualForm(jobId: number | undefined) {
  const form = useForm<ManualInput, unknown, ManualOutput>({
    resolver: zodResolver(manualApplication),
    defaultValues: { ...empty, ...(jobId && { job_id: jobId }) },
  })
  const { isDirty } = form.formState
  const values = useWatch({ control: form.control })
  const { draft, clear } = useDraft('application-new', values, { enabled: isDirty })
  useEffect(() => {
    if (draft) form.reset(draft as ManualInput, { keepDefaultValues: true })
  }, [draft, form])
  return { form, isDirty, clear }
}

/** Adds an application received by email or post. */
export function ManualApplication({ jobId, onClose }: { jobId?: number; onClose: () => void }) {
  const client = useQueryClient()
  const { form, isDirty, clear } = useManualForm(jobId)
  const [failure, setFailure] = useState<string>()
  const [resume, setResume] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const wrongName = resume && fileNameFault(resume.name)
  const fault = wrongName ? faultText({ key: wrongName }, errors, 'en') : refusal
  const create = useMutation({
    mutationFn: (application: ManualOutput) => enterApplication(application, resume),
    onMutate: () => setFailure(undefined),
    onError: (error) => {
      const ofResume = error instanceof ApiError ? fieldErrors(error.body).resume : undefined
      setRefusal(ofResume)
      if (!showFieldErrors(form, error) && !ofResume)
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
    if (!create.isPending && !fault) create.mutate(application)
  })

  return (
    <Modal
      title="New Application"
      onClose={onClose}
      onDiscard={clear}
      dirty={isDirty || resume !== null}
      size="large"
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        <ManualFields
          form={form}
          resumeFault={fault}
          onResume={(file) => {
            setResume(file)
            setRefusal(undefined)
          }}
        />
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
