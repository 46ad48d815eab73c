import { useRef } from 'react'
import type { ApplicationStatus } from '#api/applications/contract/status.ts'
import { fullName } from '#api/http/contract/text.ts'
import { ApplicationRow } from './ApplicationRow.tsx'
import type { ListedApplication } from './queries.ts'
import styles from './Rows.module.css'
import { useHeldRow } from './row-keys.ts'
import { statusLabel } from './StatusBadge.tsx'
import { useSetStatus } from './use-set-status.ts'

/** One page of the list. `waiting` while the rows are those of the previous filters. */
export function Rows({
  rows,
  waiting,
  onNotes,
}: {
  rows: ListedApplication[]
  waiting: boolean
  onNotes: (id: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const hold = useHeldRow(list, rows)
  const { mutate, variables, isSuccess } = useSetStatus()

  function set(application: ListedApplication, status: ApplicationStatus) {
    hold(application.id)
    mutate({ application, status })
  }

  return (
    <div className={styles.rows} data-waiting={waiting || undefined}>
      <p className="visually-hidden" role="status">
        {isSuccess &&
          `${fullName(variables.application)} moved to ${statusLabel[variables.status]}`}
      </p>
      <ul ref={list} id="application-rows" aria-busy={waiting}>
        {rows.map((application) => (
          <ApplicationRow
            key={application.id}
            application={application}
            onStatus={(status) => set(application, status)}
            onNotes={() => onNotes(application.id)}
          />
        ))}
      </ul>
      <p className={styles.hint}>
        <kbd>J</kbd>/<kbd>K</kbd> to move, <kbd>Enter</kbd> to open
      </p>
    </div>
  )
}
