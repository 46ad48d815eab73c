import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { complaint } from '../../lib/api/api.ts'
import { useKey } from '../../lib/hooks/use-key.ts'
import { Modal, ModalActions } from '../../ui/dialog/Modal.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
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
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function begin() {
    if (busy || !task) return
    setBusy(true)
    setFailure(undefined)
    try {
      await startBulk(selection, task, keyOf({ selection, task }))
      await client.invalidateQueries({ queryKey: bulkKey, exact: true })
      onClose()
      onStarted()
    } catch (error) {
      setFailure(complaint('Nothing was started', error))
      setBusy(false)
    }
  }

  return (
    <Modal title={`${title} ${applications(sizeOf(selection))}`} onClose={() => !busy && onClose()}>
      <div className="stack">{children}</div>
      {task && <Effects selection={selection} task={task} />}
      <FormFailure>{failure}</FormFailure>
      <ModalActions>
        <button type="button" className="button" onClick={onClose} disabled={busy}>
          Cancel
        </button>
        <button
          type="button"
          className={`button ${danger ? 'danger' : 'primary'}`}
          onClick={begin}
          disabled={!task}
          aria-disabled={busy}
        >
          {busy ? 'Please wait...' : start}
        </button>
      </ModalActions>
    </Modal>
  )
}
