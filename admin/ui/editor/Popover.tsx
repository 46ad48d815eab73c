import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { placePanel } from '../place-panel.ts'
import styles from './RichTextEditor.module.css'
import { ToolButton, type ToolButtonProps } from './ToolButton.tsx'

type Props = ToolButtonProps & {
  /** The role of the panel. */
  role: 'menu' | 'dialog'
  onOpen: (panel: HTMLElement) => void
  children: ReactNode
}

/** A toolbar button that opens a panel in the top layer, above a dialog around it. */
export function Popover({ role, onOpen, children, ...button }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)

  const toggle = (event: MouseEvent<HTMLButtonElement>) => {
    // The browser's own toggle fires its event later, and keys typed until then would be lost.
    event.preventDefault()
    if (!panel.current?.togglePopover()) return
    placePanel(panel.current, event.currentTarget)
    onOpen(panel.current)
  }
  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keeps key presses from the toolbar and from a dialog around the editor.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.currentTarget.hidePopover()
  }
  return (
    <>
      <ToolButton {...button} popoverTarget={id} aria-haspopup={role} onClick={toggle} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a menu or a dialog */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={button.label}
        className={styles.panel}
        onKeyDown={pressed}
      >
        {children}
      </div>
    </>
  )
}

/** Closes the panel around this element. */
export const closePanel = (element: Element) =>
  element.closest<HTMLElement>('[popover]')?.hidePopover()
