import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type ApplicationStatus, applicationStatuses } from '#api/applications/contract/status.ts'
import { statusIcon, statusLabel, statusTone } from '../StatusBadge.tsx'
import styles from './StatusMenu.module.css'

/** The accessible name contains the visible words (WCAG 2.2 SC 2.5.3). */
const actions: Record<ApplicationStatus, { shown: string; label: (name: string) => string }> = {
  pending: { shown: 'Pending', label: (name) => `Move ${name} to Pending` },
  shortlisted: { shown: 'Shortlist', label: (name) => `Shortlist ${name}` },
  rejected: { shown: 'Reject', label: (name) => `Reject ${name}` },
  selected: { shown: 'Select', label: (name) => `Select ${name}` },
}

type Props = {
  name: string
  status: ApplicationStatus
  onSet: (status: ApplicationStatus) => void
}

/** A row's status, as a button that opens a menu of all four; the current one is disabled. */
export function StatusMenu({ name, status, onSet }: Props) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const Icon = statusIcon[status]
  const close = () => {
    setOpen(false)
    trigger.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`badge ${statusTone[status]} ${styles.trigger}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`Status of ${name}: ${statusLabel[status]}`}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Icon size={13} aria-hidden /> {statusLabel[status]}
        <ChevronDown size={13} aria-hidden />
      </button>
      {open && (
        <Menu
          {...{ name, status }}
          trigger={trigger.current}
          onClose={close}
          onSet={(choice) => {
            close()
            onSet(choice)
          }}
        />
      )}
    </>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // Keeps key presses from the list.
  event.stopPropagation()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const step = steps[event.key]
  const next = step
    ? items.at((at + step) % items.length)
    : event.key === 'Home'
      ? items[0]
      : event.key === 'End' && items.at(-1)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function place(menu: HTMLElement, trigger: Element) {
  const { left, bottom, top } = trigger.getBoundingClientRect()
  const below = bottom + 4
  const fits = below + menu.offsetHeight < innerHeight
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`
  menu.style.top = `${fits ? below : Math.max(8, top - 4 - menu.offsetHeight)}px`
}

function Menu({
  name,
  status,
  trigger,
  onSet,
  onClose,
}: Props & { trigger: Element | null; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    element?.showPopover()
    if (element && trigger) place(element, trigger)
    element?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [trigger])
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={`Status of ${name}`}
      className={styles.menu}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'Tab') event.currentTarget.hidePopover()
        moveFocus(event)
      }}
    >
      {applicationStatuses.map((choice) => {
        const Icon = statusIcon[choice]
        return (
          <button
            key={choice}
            type="button"
            role="menuitemradio"
            aria-checked={choice === status}
            aria-label={actions[choice].label(name)}
            disabled={choice === status}
            className={`${styles.item} ${styles[statusTone[choice]]}`}
            onClick={() => onSet(choice)}
          >
            <Icon size={15} aria-hidden /> {actions[choice].shown}
          </button>
        )
      })}
    </div>
  )
}
