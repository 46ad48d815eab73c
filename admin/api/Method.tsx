import styles from './Method.module.css'

const tones: Record<string, string> = { GET: 'blue', POST: 'green', PUT: 'yellow', DELETE: 'red' }

export const Method = ({ children }: { children: string }) => (
  <span className={`badge ${tones[children] ?? ''} ${styles.method}`}>{children}</span>
)
