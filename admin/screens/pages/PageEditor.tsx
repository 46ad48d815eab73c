import { Link } from '@tanstack/react-router'
import type { LinkTarget } from '../../lib/link-target.ts'
import type { Page } from '../../lib/pages.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import styles from '../jobs/JobEditor.module.css'
import { PageConflict } from './PageConflict.tsx'
import { PageFields } from './PageFields.tsx'
import { usePageForm } from './use-page-form.ts'
import { useSavePage } from './use-save-page.ts'

/** Creates a page, or changes `page`. */
export function PageEditor({ page, back }: { page?: Page; back: LinkTarget }) {
  const state = usePageForm(page)
  const { form, isDirty, restored, startFrom, forgetDraft } = state
  const { submit, overwrite, loadCurrent, failure, conflict } = useSavePage(state, page, back)
  const { isSubmitting } = form.formState
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedGuard dirty={isDirty} onDiscard={forgetDraft} />
      {restored && <Restored onDiscard={() => startFrom(page)} />}
      <PageFields form={form} />
      {conflict && (
        <PageConflict
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
          {isSubmitting ? 'Saving...' : page ? 'Update Page' : 'Create Page'}
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
