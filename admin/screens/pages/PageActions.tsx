import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { homeSlug, type ListedPage } from '../../lib/pages.ts'
import { useSetPublished } from '../../lib/use-set-published.ts'
import styles from '../jobs/JobActions.module.css'
import { DeletePage } from './DeletePage.tsx'
import { UnpublishHome } from './UnpublishHome.tsx'

export function PageActions({ row, page }: { row: ListedPage; page: number }) {
  const { id, title, slug, is_published } = row
  const [asking, setAsking] = useState<'delete' | 'unpublish'>()
  const setPublished = useSetPublished()
  const toggle = is_published ? 'Unpublish' : 'Publish'
  const publish = () => setPublished({ id, title, published: !is_published })
  const close = () => setAsking(undefined)
  return (
    <div className={styles.actions}>
      {is_published && (
        <a
          className="button quiet small"
          href={`/page/${slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${title} on the site`}
        >
          View
        </a>
      )}
      <Link
        className="button quiet small"
        to={`/pages/${id}/edit`}
        search={page > 1 ? { page } : {}}
        aria-label={`Edit ${title}`}
      >
        Edit
      </Link>
      <button
        type="button"
        className="button quiet small"
        aria-label={`${toggle} ${title}`}
        onClick={() => (is_published && slug === homeSlug ? setAsking('unpublish') : publish())}
      >
        {toggle}
      </button>
      <button
        type="button"
        className={`button quiet small ${styles.delete}`}
        aria-label={`Delete ${title}`}
        onClick={() => setAsking('delete')}
      >
        Delete
      </button>
      {asking === 'delete' && <DeletePage page={row} onClose={close} />}
      {asking === 'unpublish' && (
        <UnpublishHome title={title} onConfirm={publish} onClose={close} />
      )}
    </div>
  )
}
