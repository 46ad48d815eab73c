import type { KeyboardEvent } from 'react'
import { formatCount } from '../../lib/text/format.ts'
import styles from './Board.module.css'

type ColumnTab = { id: string; name: string; count: number | undefined; current: boolean }

/** Where a phone shows one column, which one. One tab stop; the arrows choose. */
export function ColumnTabs({
  columns,
  onChoose,
}: {
  columns: ColumnTab[]
  onChoose: (id: string) => void
}) {
  function press(event: KeyboardEvent<HTMLElement>) {
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = side && columns[columns.findIndex(({ current }) => current) + side]
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    const tab = event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)
    tab?.focus()
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return (
    <div role="tablist" aria-label="Columns" className={styles.tabs} onKeyDown={press}>
      {columns.map(({ id, name, count, current }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={current}
          tabIndex={current ? 0 : -1}
          data-tab={id}
          onClick={() => onChoose(id)}
        >
          {name}{' '}
          <span className="meta tabular">
            {count === undefined ? '\u00A0' : formatCount(count)}
          </span>
        </button>
      ))}
    </div>
  )
}

export const selectedTab = (board: HTMLElement | null) =>
  board?.parentElement?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
