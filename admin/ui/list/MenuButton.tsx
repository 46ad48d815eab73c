import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { moveFocus } from '../move-focus.ts'
import { closePanel, Popover } from '../popover/Popover.tsx'
import styles from './MenuButton.module.css'

export type MenuAction = {
  word: string
  onClick: () => void
  /** Marks the present choice of a menu that chooses. */
  current?: boolean
  /** What it does besides, below the word. */
  note?: string | undefined
  /** A heading above it. */
  above?: ReactNode
}

/** A button that opens a menu of actions. `label` names both. */
export function MenuButton({
  label,
  actions,
  className,
  children,
  ...rest
}: {
  label: string
  actions: MenuAction[]
  className: string
  children: ReactNode
  'aria-disabled'?: boolean | undefined
  'aria-keyshortcuts'?: string | undefined
  'data-key'?: string | undefined
}) {
  const button = useRef<HTMLButtonElement>(null)
  // The keys of a menu: https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
  function press(event: KeyboardEvent<HTMLDivElement>) {
    moveFocus(event, 'button')
    if (event.defaultPrevented) event.stopPropagation()
    if (event.key === 'Tab') closePanel(event.currentTarget)
  }
  return (
    <Popover
      role="menu"
      label={label}
      className={styles.menu}
      button={(opens) => (
        <button
          {...rest}
          {...opens}
          ref={button}
          type="button"
          className={className}
          aria-label={label}
        >
          {children}
        </button>
      )}
      onOpen={(menu) =>
        (
          menu.querySelector<HTMLElement>('[aria-checked="true"]') ?? menu.querySelector('button')
        )?.focus()
      }
      onKeyDown={press}
    >
      {actions.map(({ word, note, onClick, current, above }) => (
        <div key={word} role="none">
          {above}
          <button
            type="button"
            {...(current === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': current })}
            tabIndex={-1}
            onClick={({ currentTarget }) => {
              closePanel(currentTarget)
              button.current?.focus()
              onClick()
            }}
          >
            {word}
            {note && <span className={`note ${styles.note}`}>{note}</span>}
          </button>
        </div>
      ))}
    </Popover>
  )
}
