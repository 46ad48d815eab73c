import { type RefObject, useEffect, useRef } from 'react'

const rowsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

const steps: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Where letters are typed or choose something, they move nowhere. */
const takesKeys = 'input, select, textarea, [contenteditable], dialog'

/**
 * J and K (or the arrows, once a row has the focus) go from row to row of `list`; Enter opens, since
 * what has the focus is the row's link. Only while the focus is in the list or, as on a fresh load,
 * nowhere (WCAG 2.2 SC 2.1.4).
 */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => moveByKey(event, list.current)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [list])
}

function moveByKey(event: KeyboardEvent, list: HTMLElement | null) {
  const step = steps[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target as Element
  if (target.closest(takesKeys) || document.querySelector('dialog[open]')) return
  if (target !== document.body && !list?.contains(target)) return
  const rows = rowsOf(list)
  const place = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement))
  if (place < 0 && event.key.startsWith('Arrow')) return
  event.preventDefault()
  rows[Math.min(Math.max(place + step, 0), rows.length - 1)]?.focus()
}

/**
 * Keeps the keyboard in the list when the row it was on has left: a pending application that was
 * rejected is gone from the pending ones. `hold` the row before it changes.
 */
export function useHeldRow(list: RefObject<HTMLElement | null>, rows: unknown) {
  const held = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the rows' change that takes a row away
  useEffect(() => {
    const place = held.current
    if (place === null || document.activeElement !== document.body) return
    const links = rowsOf(list.current)
    links[Math.min(place, links.length - 1)]?.focus({ preventScroll: true })
  }, [list, rows])

  return function hold(id: number) {
    const links = rowsOf(list.current)
    const place = links.findIndex((link) => link.dataset.row === String(id))
    held.current = place < 0 ? null : place
    // The button that was pressed becomes disabled, and would drop the focus.
    links[place]?.focus({ preventScroll: true })
  }
}
