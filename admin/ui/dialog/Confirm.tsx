import { type ReactNode, useState } from 'react'
import { sentence } from '../../lib/api/api-error.ts'
import styles from './Modal.module.css'
import { Modal, ModalActions } from './Modal.tsx'

/** Asks for confirmation, runs `onConfirm`, and shows a failure in the dialog. */
export function Confirm({
  title,
  message,
  action = 'Delete',
  busyAction = action === 'Delete' ? 'Deleting...' : 'Please wait...',
  cancel = 'Cancel',
  onConfirm,
  onClose,
  danger = true,
  size = 'small',
  isOff = false,
  failed = 'Something went wrong. Please try again.',
}: {
  title: string
  message: ReactNode
  action?: string
  busyAction?: string
  cancel?: string
  onConfirm: () => Promise<void> | void
  onClose: () => void
  danger?: boolean
  size?: 'small' | 'medium'
  /** There is nothing to confirm yet. */
  isOff?: boolean
  /** Said when the server doesn't say why. */
  failed?: string
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function confirm() {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(sentence(error, failed))
      setBusy(false)
    }
  }

  return (
    <Modal title={title} onClose={() => !busy && onClose()} size={size}>
      <div>{message}</div>
      {failure && (
        <p className={`error ${styles.failure}`} role="alert">
          {failure}
        </p>
      )}
      <ModalActions>
        <button
          type="button"
          className="button"
          onClick={onClose}
          disabled={busy}
          data-autofocus={size === 'small' || undefined}
        >
          {cancel}
        </button>
        <button
          type="button"
          className={`button ${danger ? 'danger' : 'primary'}`}
          onClick={confirm}
          disabled={isOff}
          aria-disabled={busy}
        >
          {busy ? busyAction : action}
        </button>
      </ModalActions>
    </Modal>
  )
}
