import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
} from 'react'
import { placePanel } from '../place-panel.ts'
import styles from './PanelButton.module.css'

/** A button that opens a panel of fields. The first field gets the focus; Escape gives it back. */
export function PanelButton({
  label,
  panel,
  children,
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'popoverTarget'> & {
  /** The panel's name. */
  label: string
  panel: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const dialog = useRef<HTMLDivElement>(null)

  function toggle(event: MouseEvent<HTMLButtonElement>) {
    // The browser's own toggle fires its event later, and keys typed until then would be lost.
    event.preventDefault()
    if (!dialog.current?.togglePopover()) return
    placePanel(dialog.current, event.currentTarget)
    dialog.current.querySelector<HTMLElement>('input, select')?.focus()
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    dialog.current?.hidePopover()
    opener.current?.focus()
  }
  return (
    <>
      <button
        {...button}
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        popoverTarget={id}
        onClick={toggle}
      >
        {children}
      </button>
      <div
        ref={dialog}
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        className={styles.panel}
        onKeyDown={press}
      >
        {panel}
      </div>
    </>
  )
}
