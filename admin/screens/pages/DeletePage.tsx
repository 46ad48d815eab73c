import { useQueryClient } from '@tanstack/react-query'
import { ApiError, api, checked } from '../../lib/api.ts'
import { homeSlug, type ListedPage, pagesKey } from '../../lib/pages.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import styles from '../jobs/JobActions.module.css'
import { withoutHome } from './UnpublishHome.tsx'

/** Asks before a page is deleted, and says what Home would lose with it. */
export function DeletePage({ page, onClose }: { page: ListedPage; onClose: () => void }) {
  const client = useQueryClient()
  const { id, title, slug, is_published } = page

  async function remove() {
    await checked(api.pages[':id'].$delete({ param: { id: String(id) } })).catch((error) => {
      // Somebody else was faster.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    toast({ message: `“${title}” was deleted`, kind: 'done' })
    // The row takes the focus with it; the heading is where the list begins.
    onClose()
    await client.invalidateQueries({ queryKey: pagesKey })
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <Confirm
      title={`Delete “${title}”?`}
      message={
        <>
          <p>Are you sure you want to delete this page?</p>
          {slug === homeSlug && is_published && <p className={styles.kept}>{withoutHome}</p>}
        </>
      }
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
