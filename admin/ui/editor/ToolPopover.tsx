import type { ReactNode } from 'react'
import { Popover } from '../popover/Popover.tsx'
import styles from './RichTextEditor.module.css'
import { ToolButton, type ToolButtonProps } from './ToolButton.tsx'

type Props = Omit<ToolButtonProps, 'role'> & {
  role: 'menu' | 'dialog'
  onOpen: (panel: HTMLElement) => void
  children: ReactNode
}

/** A toolbar button that opens a panel. */
export const ToolPopover = ({ role, onOpen, children, ...button }: Props) => (
  <Popover
    role={role}
    label={button.label}
    className={styles.panel}
    button={(opens) => <ToolButton {...button} {...opens} />}
    onOpen={onOpen}
    // Keeps key presses from the toolbar and from a dialog around the editor.
    onKeyDown={(event) => event.stopPropagation()}
    returnsToText
  >
    {children}
  </Popover>
)
