import '../tooltip.ts'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import styles from './RichTextEditor.module.css'

/** Commands are on Command rather than Control where the keyboard has it. */
export const apple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform)

export type ToolButtonProps = {
  label: string
  Icon: LucideIcon
  keys?: string
  /** A class of the palette: the colour that the button stands for just now. */
  tone?: string
  disabled?: boolean
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'children'>

/** A button of the toolbar. Unavailable, it keeps its place in the order and the focus that it has. */
export function ToolButton({ label, Icon, keys, tone, disabled, ...rest }: ToolButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      data-tool={label}
      className={styles.tool}
      aria-label={label}
      aria-keyshortcuts={apple ? keys?.replace('Control', 'Meta') : keys}
      aria-disabled={disabled || undefined}
      // The selection in the text, and on a phone the keyboard, stay where they are.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon size={17} aria-hidden="true" className={tone} />
    </button>
  )
}
