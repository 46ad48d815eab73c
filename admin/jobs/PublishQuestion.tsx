import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dayIn } from '#api/jobs/contract/dates.ts'
import { publicSettingsQuery } from '../lib/public-settings.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { missingLabels, postedJob, postingSite } from './posted-job.ts'
import type { Job, JobFormState, JobValues } from './queries.ts'

/** Asks before a job becomes public that Google won't list. */
export const PublishQuestion = ({
  missing,
  ...dialog
}: {
  /** What the job lacks; nothing is asked when it is empty. */
  missing: string[]
  onConfirm: () => void
  onClose: () => void
}) =>
  missing.length > 0 && (
    <Confirm
      title="Publish without Google for Jobs?"
      message={`Google for Jobs won't list this job. Missing: ${missing.join(', ')}.`}
      action="Publish anyway"
      cancel="Go back"
      danger={false}
      {...dialog}
    />
  )

export function useJobSite() {
  const { data: settings } = useQuery(publicSettingsQuery)
  return postingSite(settings)
}

/**
 * `submit` saves the form. Before it makes a job public that Google won't list, now or on its
 * opening date, it asks, once: not again for what was already missing while the job was public.
 */
export function usePublishQuestion(
  form: JobFormState,
  job: Job | undefined,
  save: () => Promise<unknown>,
) {
  const site = useJobSite()
  const [missing, setMissing] = useState<string[]>([])
  const asked = useRef(false)
  const today = dayIn(site.timeZone)
  const isPublic = ({ is_active, opens_on }: Pick<JobValues, 'is_active' | 'opens_on'>) =>
    is_active || (opens_on ?? '') > today
  const known = job && isPublic(job) ? missingLabels(postedJob(job, job), site) : []

  const submit = form.handleSubmit(() => {
    const values = form.getValues()
    const labels =
      isPublic(values) && !asked.current ? missingLabels(postedJob(values, job), site) : []
    if (labels.every((label) => known.includes(label))) return save()
    setMissing(labels)
  })
  const question = (
    <PublishQuestion
      missing={missing}
      onConfirm={() => {
        asked.current = true
        void save()
      }}
      onClose={() => setMissing([])}
    />
  )
  return { submit, question }
}
