import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useKey } from '../../lib/hooks/use-key.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { Effects } from './Effects.tsx'
import { type BulkTask, bulkKey, startBulk } from './queries.ts'
import { type Selection, sizeOf } from './selection.ts'
import { applications } from './words.ts'

export type DialogProps = { selection: Selection; onStarted: () => void; onClose: () => void }

/** Asks for an action's details and shows how many and whom it affects before it begins. */
export function TaskDialog({
  selection,
  onStarted,
  onClose,
  title,
  task,
  start,
  danger = false,
  children,
}: DialogProps & {
  /** Before the number of applications. */
  title: string
  /** What to do; undefined until it is chosen. */
  task: BulkTask | undefined
  /** The text of the button. */
  start: string
  danger?: boolean
  children?: ReactNode
}) {
  const client = useQueryClient()
  const keyOf = useKey()
  async function begin() {
    if (!task) return
    await startBulk(selection, task, keyOf({ selection, task }))
    await client.invalidateQueries({ queryKey: bulkKey, exact: true })
    onStarted()
  }

  return (
    <Confirm
      title={`${title} ${applications(sizeOf(selection))}`}
      message={
        <>
          <div className="stack">{children}</div>
          {task && <Effects selection={selection} task={task} />}
        </>
      }
      action={start}
      size="medium"
      isOff={!task}
      failed="Nothing was started"
      onConfirm={begin}
      onClose={onClose}
      danger={danger}
    />
  )
}
