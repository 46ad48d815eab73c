import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../lib/drafts/use-unsaved.ts'
import styles from './Modal.module.css'

/** Opens the dialog while mounted; the native close() returns the focus to the opener. */
function useShown(dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // React applies autoFocus too early, while the dialog is still hidden.
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => element?.close()
  }, [dialog])
}

/**
 * A modal dialog, open while mounted. Escape, backdrop and ✕ call `onClose`. When `dirty`, they and
 * Back ask first; `onDiscard` is called when the person discards their input. The element with
 * `data-autofocus` gets the focus, by default the first control.
 */
export function Modal({
  title,
  onClose,
  onDiscard,
  dirty = false,
  size = 'medium',
  children,
}: {
  title: string
  onClose: () => void
  onDiscard?: () => void
  dirty?: boolean
  size?: 'small' | 'medium' | 'large'
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const [asking, setAsking] = useState(false)
  const titleId = useId()
  useShown(dialog)

  const blocker = useUnsaved(dirty, () => true)
  const leave = () => (dirty ? setAsking(true) : onClose())

  function keep() {
    setAsking(false)
    blocker.reset?.()
  }
  function discard() {
    onDiscard?.()
    if (blocker.proceed) blocker.proceed()
    else onClose()
  }
  const isAsking = asking || blocker.status === 'blocked'

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={titleId}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (event.target === dialog.current && pressedBackdrop.current) leave()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        leave()
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        leave()
      }}
      onClose={(event) => {
        // A repeated Escape makes the browser close the dialog; reopen it to keep the input.
        if (event.target !== dialog.current) return
        if (dirty) dialog.current?.showModal()
        else onClose()
      }}
    >
      <div className={styles.frame}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <div className={styles.body} inert={isAsking}>
          {children}
        </div>
        {isAsking && <Discard onKeep={keep} onDiscard={discard} />}
        <button
          type="button"
          className={`button quiet small ${styles.close}`}
          aria-label="Close"
          onClick={leave}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
    </dialog>
  )
}

function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null
    keep.current?.focus()
    return () => before?.focus()
  }, [])
  return (
    <div className={`between wrap ${styles.discard}`} role="alert">
      <p>Discard what you typed?</p>
      <div className={`line wrap ${styles.actions}`}>
        <button type="button" ref={keep} className="button small" onClick={onKeep}>
          Keep editing
        </button>
        <button type="button" className="button small danger" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </div>
  )
}

/** The buttons at the bottom of a modal, the main one last. */
export const ModalActions = ({ children }: { children: ReactNode }) => (
  <div className={`line wrap ${styles.foot} ${styles.actions}`}>{children}</div>
)
