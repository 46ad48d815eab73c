import styles from './NotRefreshed.module.css'

/** What is on the screen could not be brought up to date. */
export const NotRefreshed = ({ onRetry }: { onRetry: () => void }) => (
  <p className={`notice red ${styles.line}`} role="alert">
    This could not be brought up to date.{' '}
    <button type="button" className="button small" onClick={onRetry}>
      Retry
    </button>
  </p>
)
