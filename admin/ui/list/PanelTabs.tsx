import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { moveFocus } from '../move-focus.ts'
import styles from './PanelTabs.module.css'

export const tabId = (id: string) => `tab-${id}`
export const panelId = (id: string) => `panel-${id}`

/** Tabs of which one panel is shown at a time. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function PanelTabs<Id extends string>({
  label,
  tabs,
  current,
  onChange,
}: {
  label: string
  tabs: readonly { id: Id; label: string; count?: string | undefined }[]
  current: Id
  onChange: (id: Id) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  // Where the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when the current tab changes
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!tab || !list.current) return
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [current])
  function press(event: KeyboardEvent<HTMLDivElement>) {
    moveFocus(event, '[role="tab"]')
    if (event.defaultPrevented) (document.activeElement as HTMLElement).click()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={press}>
      {tabs.map(({ id, label, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          className={`soft ${styles.tab}`}
          aria-selected={id === current}
          aria-controls={id === current ? panelId(id) : undefined}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {label}
          {count && <span className="meta tabular">{` ${count}`}</span>}
        </button>
      ))}
    </div>
  )
}

/** What a tab shows; in the page only while it is open, unless it `stays`, such as for printing. */
export const TabPanel = ({
  id,
  current,
  stays = false,
  className = '',
  children,
}: {
  id: string
  current: string
  stays?: boolean
  className?: string | undefined
  children: ReactNode
}) =>
  (id === current || stays) && (
    <div
      role="tabpanel"
      id={panelId(id)}
      aria-labelledby={tabId(id)}
      hidden={id !== current}
      // It scrolls by itself.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: for the keyboard to scroll it
      tabIndex={0}
      className={`${styles.panel} ${className}`}
    >
      {children}
    </div>
  )
