import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { dismiss, onToasts, shownToasts, type Toast } from '../lib/toasts.ts'
import styles from './Toaster.module.css'

const visibleFor = 6000

/** Where toasts appear; mounted once. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  const stack = useRef<HTMLElement>(null)

  // Shown anew for each toast: it must lie above a dialog that was opened since.
  useEffect(() => {
    stack.current?.hidePopover()
    if (toasts.length) stack.current?.showPopover()
  }, [toasts])

  return (
    <section ref={stack} popover="manual" className={styles.stack} aria-label="Notifications">
      {toasts.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function Message({ toast }: { toast: Toast }) {
  const { id, kind, message, retry, undo } = toast
  const act = retry ?? undo
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (act || held) return
    const timer = setTimeout(() => dismiss(id), visibleFor)
    return () => clearTimeout(timer)
  }, [id, act, held])

  const Icon = kind === 'error' ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the message while it is read
    <div
      className={`${styles.toast} ${styles[kind]}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} aria-hidden className={styles.icon} />
      <p>{message}</p>
      {act && (
        <button
          type="button"
          className="button small"
          onClick={() => {
            dismiss(id)
            act()
          }}
        >
          {retry ? 'Retry' : 'Undo'}
        </button>
      )}
      <button
        type="button"
        className={`button quiet small ${styles.close}`}
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}
