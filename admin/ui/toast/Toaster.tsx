import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { sitePath } from '../../lib/site-address.ts'
import { currentToast, dismiss, onToasts, type Toast } from '../../lib/toasts.ts'
import styles from './Toaster.module.css'
import { EmailCountdown, UndoButton } from './Undo.tsx'

const visibleFor = 6000
const undoFor = 20_000
/** Where an email is held for hours, Undo stays on its application. */
const maxHoldShown = 60_000

/** Shows the current toast; mounted once. */
export function Toaster() {
  const toast = useSyncExternalStore(onToasts, currentToast)
  const place = useRef<HTMLElement>(null)

  const id = toast?.id

  // Reopened for each toast, to be above any dialog opened since.
  useEffect(() => {
    place.current?.hidePopover()
    if (id !== undefined) place.current?.showPopover()
  }, [id])
  useEffect(() => reserveSpace(place.current), [])

  return (
    <section ref={place} popover="manual" className={styles.place} aria-label="Messages">
      {toast && <Message key={toast.id} toast={toast} />}
    </section>
  )
}

/**
 * Keeps --toast-space at the toast's height, so that bottom bars and dialogs end above it. It
 * doesn't change while a pointer is down: a button that moves during a click misses it.
 */
function reserveSpace(place: HTMLElement | null) {
  if (!place) return
  const { style } = document.documentElement
  let space = '0px'
  let isPressed = false
  const apply = () => {
    if (!isPressed) style.setProperty('--toast-space', space)
  }
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0
    space = height ? `calc(${height}px + var(--s5))` : '0px'
    apply()
  })
  observer.observe(place)

  const ends = new AbortController()
  const options = { capture: true, signal: ends.signal }
  const press = () => {
    isPressed = true
  }
  const release = () => {
    isPressed = false
    // After the click.
    requestAnimationFrame(apply)
  }
  addEventListener('pointerdown', press, options)
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, options)
  return () => {
    observer.disconnect()
    ends.abort()
  }
}

const icons = { error: CircleAlert, done: CircleCheck, info: Info }

function Message({ toast }: { toast: Toast }) {
  const { id, kind, message, retry, undo, sentAt, choice, link, page, offer } = toast
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (retry || link || (held && !sentAt)) return
    // Undo ends with the hold, however long one looks at it.
    const heldFor = sentAt && Math.min(Math.max(0, sentAt - Date.now()), maxHoldShown)
    const timer = setTimeout(() => dismiss(id), heldFor ?? (undo ? undoFor : visibleFor))
    return () => clearTimeout(timer)
  }, [id, retry, undo, sentAt, link, held])

  const end = (act: () => void) => {
    dismiss(id)
    act()
  }
  const Icon = icons[kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pauses the timer while it is read
    <div
      className={`${styles.toast} ${styles[kind]}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} aria-hidden className={styles.icon} />
      <p>
        {message}
        {sentAt && (
          <span>
            {' · '}
            <EmailCountdown until={sentAt} />
          </span>
        )}
        {link && (
          <>
            {' '}
            <Link {...link.target} onClick={() => dismiss(id)}>
              {link.label}
            </Link>
          </>
        )}
      </p>
      {retry && (
        <button type="button" className="button small" onClick={() => end(retry)}>
          Retry
        </button>
      )}
      {choice && <Choice {...choice} />}
      {undo && !retry && <UndoButton onClick={() => end(undo)} />}
      {page && (
        <PageLinks page={page}>
          {offer && (
            <button type="button" className="button small" onClick={() => end(offer.act)}>
              {offer.word}
            </button>
          )}
        </PageLinks>
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

const choiceId = 'toast-choice'

/** Moves the focus to the select of the toast that is shown; false if it has none. */
export function focusToastChoice(): boolean {
  const select = document.getElementById(choiceId)
  select?.focus()
  return select !== null
}

const Choice = ({ label, none, options, value, act }: NonNullable<Toast['choice']>) => (
  <select
    id={choiceId}
    className={`input ${styles.choice}`}
    aria-label={label}
    defaultValue={value()}
    onChange={({ target }) => act(target.value)}
  >
    <option value="">{none}</option>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)

function PageLinks({ page, children }: { page: string; children: ReactNode }) {
  const address = new URL(sitePath(page), location.href).href
  const [word, setWord] = useState('Copy link')
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setWord('Copied'),
      () => setWord('Not allowed'),
    )
  return (
    <div className={`line wrap gap-1 ${styles.links}`}>
      <a className="button small" href={sitePath(page)} target="_blank" rel="noreferrer">
        View
      </a>
      <button type="button" className="button small" onClick={copy}>
        <span aria-live="polite">{word}</span>
      </button>
      {children}
    </div>
  )
}
