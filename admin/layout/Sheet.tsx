import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './Sheet.module.css'

/** A modal sheet at the start of the window, open while mounted. A link in it closes it. */
export function Sheet({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  const sheet = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = sheet.current
    element?.showModal()
    // The native close() returns the focus to the button that opened it.
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, and links have their own keys
    <dialog
      ref={sheet}
      aria-label={label}
      className={styles.sheet}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === sheet.current || (target as Element).closest('a')) onClose()
      }}
    >
      <div className={styles.inside}>
        {children}
        <button
          type="button"
          className={`button quiet ${styles.close}`}
          aria-label="Close"
          onClick={onClose}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
    </dialog>
  )
}
