import { useQuery } from '@tanstack/react-query'
import { complaint } from '../../lib/api/api.ts'
import styles from './Bulk.module.css'
import { type BulkTask, previewQuery } from './queries.ts'
import type { Selection } from './selection.ts'
import { effects, whom } from './words.ts'

/** How many and whom the action affects. */
export function Effects({ selection, task }: { selection: Selection; task: BulkTask }) {
  const { data, error } = useQuery(previewQuery(selection, task))
  return (
    <div className={`stack gap-1 ${styles.effects}`} role="status">
      {error && <p className="error">{complaint('Failed to load the preview', error)}</p>}
      {!error &&
        (data ? effects(data, task) : ['Counting...']).map((line) => <p key={line}>{line}</p>)}
      {data && <p className="help">{whom(data)}</p>}
    </div>
  )
}
