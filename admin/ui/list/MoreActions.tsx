import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react'
import { placePanel } from '../place-panel.ts'
import styles from './MoreActions.module.css'

type Action = { word: string; onClick: () => void }

/** The seldom used actions of a row, behind `⋯`. */
export function MoreActions({ name, actions }: { name: string; actions: Action[] }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]

  function toggle(event: MouseEvent<HTMLButtonElement>) {
    // The browser's own toggle fires its event later, and keys typed until then would be lost.
    event.preventDefault()
    if (!menu.current?.togglePopover()) return
    placePanel(menu.current, event.currentTarget)
    items()[0]?.focus()
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
        ref={button}
        type="button"
        className={`button quiet small ${styles.more}`}
        aria-label={`More actions for ${name}`}
        aria-haspopup="menu"
        popoverTarget={id}
        onClick={toggle}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={`More actions for ${name}`}
        className={styles.menu}
        onKeyDown={press}
      >
        {actions.map(({ word, onClick }) => (
          <button
            key={word}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close()
              onClick()
            }}
          >
            {word}
          </button>
        ))}
      </div>
    </>
  )
}
