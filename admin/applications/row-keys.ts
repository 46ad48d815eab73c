import { type RefObject, useEffect, useRef } from 'react'

const rowsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

const steps: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Elements in which letter keys have their own meaning. */
const takesKeys = 'input, select, textarea, [contenteditable], dialog'

/**
 * J and K (or the arrows, once a row has the focus) move between the rows of `list`; Enter opens the
 * focused row's link. Only while the focus is in the list or on the body (WCAG 2.2 SC 2.1.4).
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
 * Keeps the focus in the list when the focused row leaves it, such as a rejected application in the
 * list of pending ones. Call `hold` before the row changes.
 */
export function useHeldRow(list: RefObject<HTMLElement | null>, rows: unknown) {
  const held = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
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
    // The pressed button becomes disabled and would lose the focus.
    links[place]?.focus({ preventScroll: true })
  }
}
