import { Link } from '@tanstack/react-router'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { sentence } from '../lib/api/api-error.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import styles from './States.module.css'

/** A skeleton in the shape of a list. */
export const Loading = ({ rows = 6 }: { rows?: number }) => (
  <div className={styles.loading} role="status">
    <span className="visually-hidden">Loading…</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <div key={row} className={styles.row} aria-hidden>
        <span className={styles.bone} />
        <span className={styles.bone} />
      </div>
    ))}
  </div>
)

/** Shown for an empty list: `children` explain it, `action` is the next step. */
export const Empty = ({
  icon: Icon,
  title,
  action,
  children,
}: {
  icon: LucideIcon
  title: string
  action?: ReactNode
  children?: ReactNode
}) => (
  <div className={styles.state}>
    <Icon size={28} strokeWidth={1.5} aria-hidden className={styles.icon} />
    <h2>{title}</h2>
    {children && <div className={styles.text}>{children}</div>}
    {action}
  </div>
)

/** An error with its `reason` (by default the server's message), a Retry button and a back link. */
export const Failed = ({
  message,
  error,
  reason = sentence(error, ''),
  onRetry,
  back,
}: {
  message: string
  error?: unknown
  reason?: string
  onRetry?: (() => void) | undefined
  back?: LinkTarget & { label: string }
}) => (
  <div className={styles.state} role="alert">
    <CircleAlert
      size={28}
      strokeWidth={1.5}
      aria-hidden
      className={`${styles.icon} ${styles.red}`}
    />
    <h2>{message}</h2>
    {reason && reason !== message && <p className={styles.text}>{reason}</p>}
    <div className={styles.actions}>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Retry
        </button>
      )}
      {back && (
        <Link className="button quiet" to={back.to} search={back.search ?? {}}>
          {back.label}
        </Link>
      )}
    </div>
  </div>
)
