import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
} from 'react'
import styles from './Popover.module.css'
import { placePanel } from './place-panel.ts'

type Opens = Required<Pick<ComponentProps<'button'>, 'aria-haspopup' | 'popoverTarget' | 'onClick'>>

type Props = Pick<ComponentProps<'div'>, 'onBlur' | 'onKeyDown'> & {
  /** The role of the panel. */
  role: 'menu' | 'dialog'
  /** The name of the panel. */
  label: string
  /** The button that opens the panel, made with these attributes. */
  button: (opens: Opens) => ReactNode
  /** The class of the panel. */
  className?: string | undefined
  /** Gives the focus to something in the panel. */
  onOpen: (panel: HTMLElement) => void
  /** Escape returns to what had the focus before, such as a text; else to the button. */
  returnsToText?: boolean
  children: ReactNode
}

/** A button that opens a panel in the top layer, above a dialog around it. Escape closes it. */
export function Popover({
  button,
  label,
  className = '',
  onOpen,
  onKeyDown,
  returnsToText,
  ...panelProps
}: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  function toggle(event: MouseEvent<HTMLButtonElement>) {
    // The browser's own toggle fires its event later, and keys typed until then would be lost.
    event.preventDefault()
    opener.current = event.currentTarget
    if (opener.current.ariaDisabled === 'true' || !panel.current?.togglePopover()) return
    placePanel(panel.current, opener.current)
    onOpen(panel.current)
  }
  function press(event: KeyboardEvent<HTMLDivElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    closePanel(event.currentTarget)
    if (!returnsToText) opener.current?.focus()
  }
  return (
    <>
      {button({ 'aria-haspopup': panelProps.role, popoverTarget: id, onClick: toggle })}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a menu or a dialog */}
      <div
        {...panelProps}
        ref={panel}
        id={id}
        popover="auto"
        tabIndex={-1}
        aria-label={label}
        className={`${styles.panel} ${className}`}
        onKeyDown={press}
      />
    </>
  )
}

/** Closes the panel around this element. */
export const closePanel = (element: Element) =>
  element.closest<HTMLElement>('[popover]')?.hidePopover()
