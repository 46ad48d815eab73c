import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { jobInput } from '#api/contract/jobs.ts'
import type { Job, JobInput } from '../../lib/jobs.ts'
import { useDraft } from '../../lib/use-draft.ts'

export type JobValues = z.input<typeof jobInput>
export type JobFormState = UseFormReturn<JobValues, unknown, JobInput>

export const valuesOf = (job?: Job): JobValues => ({
  title: job?.title ?? '',
  description: job?.description ?? '',
  requirements: job?.requirements ?? '',
  location: job?.location ?? '',
  salary_range: job?.salary_range ?? '',
  is_active: job?.is_active ?? true,
})

/** The form of a job posting, and what was typed into it before the session ended. */
export function useJobForm(job?: Job) {
  const form = useForm<JobValues, unknown, JobInput>({
    defaultValues: valuesOf(job),
    resolver: zodResolver(jobInput),
  })
  const { isDirty } = form.formState
  // What the form started from: with it, the server refuses to overwrite what came in between.
  const [basedOn, setBasedOn] = useState(job?.updated_at)
  const values = useWatch({ control: form.control })
  const [restored, setRestored] = useState(false)
  const { draft, clear } = useDraft(
    `job-${job?.id ?? 'new'}`,
    { values, basedOn },
    { enabled: isDirty },
  )

  useEffect(() => {
    if (!draft) return
    form.reset({ ...form.formState.defaultValues, ...draft.values }, { keepDefaultValues: true })
    setBasedOn(draft.basedOn)
    setRestored(true)
  }, [draft, form])

  /** Begins anew from a stored job, or from nothing; whatever was typed is gone. */
  function startFrom(stored?: Job) {
    form.reset(valuesOf(stored))
    setBasedOn(stored?.updated_at)
    setRestored(false)
    clear()
  }

  /** All that was typed is saved: nothing is left to guard. */
  function settle() {
    form.reset(form.getValues())
    clear()
  }

  return { form, isDirty, basedOn, restored, startFrom, settle, forgetDraft: clear }
}
