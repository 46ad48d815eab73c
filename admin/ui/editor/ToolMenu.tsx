import type { Editor } from '@tiptap/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { moveFocus } from '../move-focus.ts'
import { closePanel } from '../popover/Popover.tsx'
import styles from './RichTextEditor.module.css'
import { ariaKeys, type ToolButtonProps } from './ToolButton.tsx'
import { ToolPopover } from './ToolPopover.tsx'

type Choice = {
  label: string
  /** What stands before the label. */
  sign: ReactNode
  checked: boolean
  /** In `aria-keyshortcuts` syntax, with Control for Command. */
  keys?: string
  choose: () => void
}

type Props = Omit<ToolButtonProps, 'role'> & { editor: Editor; choices: Choice[] }

/** A toolbar button with a menu, of which one choice is checked. Choosing returns to the text. */
export function ToolMenu({ editor, choices, ...button }: Props) {
  const focusCurrent = (panel: HTMLElement) =>
    panel.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
  return (
    <ToolPopover role="menu" {...button} onOpen={focusCurrent}>
      <div className={styles.menu} role="none" onKeyDown={(event) => moveFocus(event, 'button')}>
        {choices.map(({ label, sign, checked, keys, choose }) => (
          <button
            key={label}
            type="button"
            role="menuitemradio"
            aria-checked={checked}
            aria-keyshortcuts={ariaKeys(keys)}
            tabIndex={-1}
            onClick={(event) => {
              closePanel(event.currentTarget)
              editor.view.focus()
              choose()
            }}
          >
            {sign}
            <span>{label}</span>
            {checked && <Check size={14} aria-hidden="true" />}
          </button>
        ))}
      </div>
    </ToolPopover>
  )
}
