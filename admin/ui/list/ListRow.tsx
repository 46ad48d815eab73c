import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import type { LinkTarget } from '../../lib/link-target.ts'
import styles from './ListRow.module.css'

/** A row of a list: a name that leads to its editor if `edit` says where, `badges`, a `description`, `facts` (`<li>`s), and `actions`. */
export const ListRow = ({
  name,
  edit,
  badges,
  description,
  facts,
  actions,
  few = false,
  children,
}: {
  name: string
  edit?: LinkTarget
  badges: ReactNode
  description?: string
  facts: ReactNode
  actions: ReactNode
  /** So few actions that only a phone has no room for them beside the text. */
  few?: boolean
  children?: ReactNode
}) => (
  <li className={few ? `${styles.row} ${styles.few}` : styles.row}>
    <div className={styles.text}>
      <div className={styles.head}>
        <h2>
          {edit ? (
            <Link to={edit.to} search={edit.search ?? {}} className={styles.title}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {badges}
      </div>
      {description !== undefined && <p className={styles.description}>{description}</p>}
      <ul className={`dotted ${styles.facts}`}>{facts}</ul>
      {children}
    </div>
    {actions}
  </li>
)

export const Created = ({ at }: { at: string }) => (
  <li>
    Created <time dateTime={at}>{formatDate(at)}</time>
  </li>
)

/** Green while it is on, or in use. */
export const OnBadge = ({ on, children }: { on: boolean; children: string }) => (
  <span className={on ? 'badge green' : 'badge'}>{children}</span>
)
