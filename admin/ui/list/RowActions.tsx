import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { LinkTarget } from '../../lib/link-target.ts'
import { sitePath } from '../../lib/site-address.ts'
import { MoreActions } from './MoreActions.tsx'
import styles from './RowActions.module.css'

/** When the row with the focus leaves the list, the heading above the list gets it. */
function useKeptFocus() {
  const actions = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = actions.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector('h1')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return actions
}

/** The actions of a row. `view` is its path on the site; `children` come before Delete. */
export const RowActions = ({
  name,
  view,
  edit,
  onDelete,
  more,
  children,
}: {
  name: string
  view?: string | false
  edit?: LinkTarget
  onDelete?: (() => void) | false
  /** What is seldom done, behind `⋯`. */
  more?: { word: string; onClick: () => void }[]
  children?: ReactNode
}) => (
  <div ref={useKeptFocus()} className={styles.actions}>
    {view && (
      <a
        className="button quiet small"
        href={sitePath(view)}
        target="_blank"
        rel="noreferrer"
        aria-label={`View ${name} on the site`}
      >
        View
      </a>
    )}
    {edit && (
      <Link
        className="button quiet small"
        to={edit.to}
        search={edit.search ?? {}}
        aria-label={`Edit ${name}`}
      >
        Edit
      </Link>
    )}
    {children}
    {onDelete && (
      <button
        type="button"
        className={`button quiet small ${styles.delete}`}
        aria-label={`Delete ${name}`}
        onClick={onDelete}
      >
        Delete
      </button>
    )}
    {Boolean(more?.length) && <MoreActions name={name} actions={more ?? []} />}
  </div>
)

export const RowAction = ({
  name,
  word,
  onClick,
}: {
  name: string
  word: string
  onClick: () => void
}) => (
  <button
    type="button"
    className="button quiet small"
    aria-label={`${word} ${name}`}
    onClick={onClick}
  >
    {word}
  </button>
)
