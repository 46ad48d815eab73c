import { Link } from '@tanstack/react-router'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { sentence } from '../lib/api/api-error.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import styles from './States.module.css'

type Query<Data> = {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
}

/**
 * What a query has loaded, which stays while it loads again or fails to. Before that a skeleton, or
 * the error `failed` with Retry; nothing more without `children`.
 */
export function Loaded<Data>({
  query: { data, error, refetch },
  failed,
  rows,
  back,
  children,
}: {
  query: Query<Data>
  failed: string
  /** Of the skeleton. */
  rows?: number
  back?: (LinkTarget & { label: string }) | undefined
  children?: (data: Data) => ReactNode
}) {
  if (data !== undefined) return children?.(data)
  if (error) return <Failed message={failed} error={error} onRetry={() => refetch()} back={back} />
  return <Loading rows={rows} />
}

/** A skeleton in the shape of a list; appears after 300 ms, so that a quick response shows none. */
export const Loading = ({ rows = 6 }: { rows?: number | undefined }) => (
  <div className={styles.loading} role="status">
    <span className="visually-hidden">Loading...</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <div key={row} className={`stack gap-3 ${styles.row}`} aria-hidden>
        <span className={styles.bone} />
        <span className={styles.bone} />
      </div>
    ))}
  </div>
)

/** The same for a single line. */
export const LoadingText = ({
  className = '',
  children = 'Loading...',
}: {
  className?: string
  children?: string
}) => (
  <span role="status" className={`${styles.late} ${className}`}>
    {children}
  </span>
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
  back?: (LinkTarget & { label: string }) | undefined
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
    <div className={`line wrap ${styles.actions}`}>
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
