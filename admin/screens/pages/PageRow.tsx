import { Link } from '@tanstack/react-router'
import { formatDate } from '../../lib/format.ts'
import type { ListedPage } from '../../lib/pages.ts'
import styles from '../jobs/JobRow.module.css'
import { PageActions } from './PageActions.tsx'

/** One page of the site in the list; `page` is which part of the list. */
export const PageRow = ({ row, page }: { row: ListedPage; page: number }) => (
  <li className={styles.row}>
    <div className={styles.text}>
      <div className={styles.head}>
        <h2>
          <Link
            to={`/pages/${row.id}/edit`}
            search={page > 1 ? { page } : {}}
            className={styles.title}
          >
            {row.title}
          </Link>
        </h2>
        <span className={row.is_published ? 'badge green' : 'badge'}>
          {row.is_published ? 'Published' : 'Draft'}
        </span>
      </div>
      <p className={styles.description}>{row.meta_description || 'No description'}</p>
      <ul className={styles.facts}>
        <li>/page/{row.slug}</li>
        <li>
          Created <time dateTime={row.created_at}>{formatDate(row.created_at)}</time>
        </li>
      </ul>
    </div>
    <PageActions row={row} page={page} />
  </li>
)
