import '../tooltip/tooltip.ts'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import styles from './RichTextEditor.module.css'

/** Apple keyboards use Command for shortcuts instead of Control. */
export const isApple =
  typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform)

/** `keys` with Command for Control on Apple keyboards. */
export const ariaKeys = (keys?: string) => (isApple ? keys?.replace('Control', 'Meta') : keys)

export type ToolButtonProps = {
  label: string
  Icon: LucideIcon
  keys?: string
  /** The palette class that colors the icon. */
  tone?: string
  disabled?: boolean
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'children'>

/** A toolbar button. Disabled, it stays focusable. */
export function ToolButton({ label, Icon, keys, tone, disabled, ...rest }: ToolButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      data-tool={label}
      className={styles.tool}
      aria-label={label}
      aria-keyshortcuts={ariaKeys(keys)}
      aria-disabled={disabled || undefined}
      // Keeps the text selection, and the on-screen keyboard of a phone.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon size={17} aria-hidden="true" className={tone} />
    </button>
  )
}
