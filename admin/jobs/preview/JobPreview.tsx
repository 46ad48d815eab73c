import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { Job, JobFormState, JobValues } from '../queries.ts'
import { AdFrame } from './AdFrame.tsx'
import styles from './JobPreview.module.css'
import { SearchPreview } from './SearchPreview.tsx'

/** What visitors and search engines will see of the job in the form. */
export function JobPreview({ form, job }: { form: JobFormState; job: Job | undefined }) {
  // Typing comes first.
  const values = useDeferredValue(useWatch({ control: form.control })) as Partial<JobValues>
  return (
    <div className={styles.side}>
      <AdFrame values={values} job={job} />
      <SearchPreview values={values} job={job} />
    </div>
  )
}
