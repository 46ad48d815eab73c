import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useId, useRef } from 'react'
import { placePanel } from '../place-panel.ts'
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
  buttonRef,
  children,
  ...rest
}: {
  label: string
  actions: MenuAction[]
  className: string
  buttonRef?: Ref<HTMLButtonElement>
  children: ReactNode
  'aria-disabled'?: boolean | undefined
  'aria-keyshortcuts'?: string | undefined
  'data-key'?: string | undefined
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]

  function toggle(event: MouseEvent<HTMLButtonElement>) {
    // The browser's own toggle fires its event later, and keys typed until then would be lost.
    event.preventDefault()
    button.current = event.currentTarget
    if (rest['aria-disabled'] || !menu.current?.togglePopover()) return
    placePanel(menu.current, event.currentTarget)
    const all = items()
    ;(all.find((item) => item.ariaChecked === 'true') ?? all[0])?.focus()
  }
  function close() {
    menu.current?.hidePopover()
    button.current?.focus()
  }
  // The keys of a menu: https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (to !== undefined) all[to]?.focus()
    else if (event.key === 'Escape') close()
    else if (event.key !== 'Tab') return
    else menu.current?.hidePopover()
    if (event.key !== 'Tab') event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <button
        {...rest}
        ref={buttonRef}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
        onClick={toggle}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
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
              onClick={() => {
                close()
                onClick()
              }}
            >
              {word}
              {note && <span className={styles.note}>{note}</span>}
            </button>
          </div>
        ))}
      </div>
    </>
  )
}
