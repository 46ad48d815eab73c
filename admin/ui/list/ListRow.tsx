import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LinkTarget } from '../../lib/link-target.ts'
import { formatDate, formatDateTime, formatRelative } from '../../lib/text/format.ts'
import styles from './ListRow.module.css'

/** A row of a list. Its name links to `edit`, if given; `facts` are `<li>` elements. */
export const ListRow = ({
  name,
  edit,
  badges,
  description,
  facts,
  actions,
  compact = false,
  children,
}: {
  name: string
  edit?: LinkTarget
  badges: ReactNode
  description?: string
  facts: ReactNode
  actions: ReactNode
  /** Two lines: the description has what the name and badges leave of the first. */
  compact?: boolean
  children?: ReactNode
}) => (
  <li className={compact ? `${styles.row} ${styles.compact}` : styles.row}>
    <div className={styles.text}>
      <div className={`row wrap ${styles.head}`}>
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

export const Created = ({ at, by }: { at: string; by?: string | null }) => (
  <li>
    Created <time dateTime={at}>{formatDate(at)}</time>
    {by && <span>{` by ${by}`}</span>}
  </li>
)

/** The full date and time are in the tooltip. */
export const Changed = ({ at, by }: { at: string; by: string | null }) => (
  <li>
    Changed{' '}
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
    {by && <span>{` by ${by}`}</span>}
  </li>
)

export const ActiveBadge = ({ active, children }: { active: boolean; children: string }) => (
  <span className={active ? 'badge state green' : 'badge state'}>{children}</span>
)
