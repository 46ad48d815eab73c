import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { publicSettingsQuery } from '../lib/public-settings.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { missingLabels, postedJob, postingSite } from './posted-job.ts'
import type { Job, JobFormState } from './queries.ts'

/**
 * `submit` saves the form. Before it makes a job public that Google won't list, it asks, once: not
 * again for what was already missing while the job was public.
 */
export function usePublishQuestion(
  form: JobFormState,
  job: Job | undefined,
  save: () => Promise<unknown>,
) {
  const { data: settings } = useQuery(publicSettingsQuery)
  const [missing, setMissing] = useState<string[]>([])
  const asked = useRef(false)
  const site = postingSite(settings)
  const known = job?.is_active ? missingLabels(postedJob(job, job), site) : []

  const submit = form.handleSubmit(() => {
    const values = form.getValues()
    const labels =
      values.is_active && !asked.current ? missingLabels(postedJob(values, job), site) : []
    if (labels.every((label) => known.includes(label))) return save()
    setMissing(labels)
  })
  const question = missing.length > 0 && (
    <Confirm
      title="Publish without Google for Jobs?"
      message={`Google for Jobs won't list this job. Missing: ${missing.join(', ')}.`}
      action="Publish anyway"
      cancel="Go back"
      danger={false}
      onConfirm={() => {
        asked.current = true
        void save()
      }}
      onClose={() => setMissing([])}
    />
  )
  return { submit, question }
}
