import { useEffect, useRef } from 'react'
import type { Job } from '../../lib/jobs.ts'
import styles from './JobEditor.module.css'
import { type JobFormState, type JobValues, valuesOf } from './use-job-form.ts'

const names: Record<keyof JobValues, string> = {
  title: 'Job Title',
  description: 'Job Description',
  requirements: 'Requirements',
  location: 'Location',
  salary_range: 'Salary range',
  is_active: 'Active',
}

/** The fields that are not any more what the form started from. */
const changed = (before: Partial<JobValues>, current: Job) =>
  (Object.keys(names) as (keyof JobValues)[])
    .filter((field) => before[field] !== valuesOf(current)[field])
    .map((field) => names[field])

/** Somebody else saved first: what they changed, and whose version it shall be. */
export function JobConflict({
  form,
  current,
  onOverwrite,
  onLoadCurrent,
}: {
  form: JobFormState
  current: Job
  onOverwrite: () => void
  onLoadCurrent: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const theirs = changed(form.formState.defaultValues ?? {}, current)
  return (
    <div className={`notice ${styles.conflict}`} role="alert" ref={box} tabIndex={-1}>
      <h2>Somebody else has changed this job opening since you opened it</h2>
      {theirs.length > 0 && <p>Changed in the meantime: {theirs.join(', ')}.</p>}
      <p>Nothing of yours is saved yet, and nothing is lost.</p>
      <div className={styles.choice}>
        <button type="button" className="button" onClick={onOverwrite}>
          Save my version over it
        </button>
        <button type="button" className="button" onClick={onLoadCurrent}>
          Load the current version
        </button>
      </div>
    </div>
  )
}
