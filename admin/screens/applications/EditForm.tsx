import { useNavigate } from '@tanstack/react-router'
import type { Application } from '../../lib/applications.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { Conflict } from './Conflict.tsx'
import { EditFields } from './EditFields.tsx'
import styles from './EditForm.module.css'
import { useEditForm } from './use-edit-form.ts'
import { useSaveEdit } from './use-save-edit.ts'

/** The form of an application; saving leads back to its screen. */
export function EditForm({ application, toNotes }: { application: Application; toNotes: boolean }) {
  const { id } = application
  const navigate = useNavigate()
  const toDetail = { to: '/applications/$id', params: { id: String(id) } }
  const state = useEditForm(application)
  const { form, isDirty, restored, discard, clear } = state
  const { submit, theirs, takeTheirs, failure } = useSaveEdit(id, state, () =>
    navigate({ ...toDetail, ignoreBlocker: true }),
  )
  const { isSubmitting } = form.formState
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedGuard dirty={isDirty} onDiscard={clear} />
      {restored && <Restored onDiscard={discard} />}
      <EditFields form={form} toNotes={toNotes} />
      {theirs && <Conflict theirs={theirs} onTake={takeTheirs} />}
      {failure && (
        <p className="notice red" role="alert">
          {failure}
        </p>
      )}
      <div className={styles.foot}>
        <button type="button" className="button" onClick={() => navigate(toDetail)}>
          Cancel
        </button>
        <button type="submit" className="button primary" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save'}
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
