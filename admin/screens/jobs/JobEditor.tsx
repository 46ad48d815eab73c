import { Link } from '@tanstack/react-router'
import type { Job } from '../../lib/jobs.ts'
import type { LinkTarget } from '../../lib/link-target.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { JobConflict } from './JobConflict.tsx'
import styles from './JobEditor.module.css'
import { JobFields } from './JobFields.tsx'
import { useJobForm } from './use-job-form.ts'
import { useSaveJob } from './use-save-job.ts'

/** Creates a job posting, or changes `job`. */
export function JobEditor({ job, back }: { job?: Job; back: LinkTarget }) {
  const state = useJobForm(job)
  const { form, isDirty, restored, startFrom, forgetDraft } = state
  const { submit, overwrite, loadCurrent, failure, conflict } = useSaveJob(state, job, back)
  const { isSubmitting } = form.formState
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedGuard dirty={isDirty} onDiscard={forgetDraft} />
      {restored && <Restored onDiscard={() => startFrom(job)} />}
      <JobFields form={form} />
      {conflict && (
        <JobConflict
          form={form}
          current={conflict}
          onOverwrite={overwrite}
          onLoadCurrent={loadCurrent}
        />
      )}
      {failure && (
        <div className="notice red" role="alert">
          <strong>{failure}</strong>
        </div>
      )}
      <div className={styles.foot}>
        <Link className="button" to={back.to} search={back.search ?? {}}>
          Cancel
        </Link>
        <button type="submit" className="button primary" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : job ? 'Update Job' : 'Create Job'}
        </button>
      </div>
    </form>
  )
}

const Restored = ({ onDiscard }: { onDiscard: () => void }) => (
  <div className={`notice ${styles.restored}`} role="status">
    <p>What you had typed here is back. It is not saved yet.</p>
    <button type="button" className="button small" onClick={onDiscard}>
      Discard
    </button>
  </div>
)
