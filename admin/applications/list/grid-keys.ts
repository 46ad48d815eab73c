import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { singleKeys, takesKey, useCommands } from '../../lib/commands.ts'
import { takeOpened } from '../../lib/last-list.ts'

const rowsOf = (grid: HTMLElement | null) => [
  ...(grid?.querySelectorAll<HTMLElement>('[role="row"]') ?? []),
]

/** What a row's focus moves between, with the button of the current status, which is disabled. */
const controlsOf = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a, button, input') ?? []),
]
const isEnabled = (control: HTMLElement) => !control.matches(':disabled')

const linkOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('[data-row]')

/** The link of the row that Tab leads to. */
const currentLink = (grid: HTMLElement | null) => {
  const rows = rowsOf(grid)
  return linkOf(rows.find((row) => row.querySelector('[data-stop]')) ?? rows[0])
}

const vertical: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }
const horizontal: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

type GridActions = {
  /** X, and Space on a row's link or box. */
  onToggle: (id: number, range: boolean) => void
  /** Ctrl+A. */
  onSelectPage: () => void
  /** Escape. */
  onClear: () => void
}

const idOf = (element: Element) =>
  Number(linkOf(element.closest('[role="row"]') ?? undefined)?.dataset.row)

function moveTo(row: HTMLElement | undefined, control: Element | null) {
  const from = controlsOf(control?.closest('[role="row"]'))
  const isLink = !control || control.matches('[data-row]')
  const index = from.indexOf(control as HTMLElement)
  // Behind the name, a link to other applications of the same person may come.
  const at = index < 2 ? index : index - from.length
  const controls = controlsOf(row)
  const target = isLink ? undefined : (controls.slice(at).find(isEnabled) ?? controls.at(at))
  ;(target ?? linkOf(row))?.focus()
}

/** X selects the row that Tab leads to; Enter goes to it, from where a screen opens. */
function onKeyOutside(
  event: KeyboardEvent,
  key: string,
  grid: HTMLElement | null,
  actions: GridActions,
) {
  const target = event.target as Element
  const link = currentLink(grid)
  if (!link || !(key === 'x' || (key === 'Enter' && target.matches('body, h1')))) return
  event.preventDefault()
  link.focus()
  if (key === 'x') actions.onToggle(idOf(link), event.shiftKey)
}

function onKey(event: KeyboardEvent, grid: HTMLElement | null, actions: GridActions) {
  const target = event.target as Element
  if (event.defaultPrevented || takesKey(target, event.key) || event.altKey) return
  if (document.querySelector('dialog[open]') || target.closest('[popover]')) return
  const row = target.closest<HTMLElement>('[role="row"]')
  const isInGrid = Boolean(row && grid?.contains(row))
  const isAtStart = target.matches('body, h1')
  if (event.ctrlKey || event.metaKey) {
    if (!(isInGrid || isAtStart) || event.key !== 'a') return
    event.preventDefault()
    return actions.onSelectPage()
  }
  if (event.key === 'Escape') {
    actions.onClear()
    // The selection's buttons go.
    if (!(isInGrid || isAtStart)) currentLink(grid)?.focus()
    return
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (/[jkx]/.test(key) && key.length === 1 && !singleKeys.read()) return
  const step = vertical[key]
  if (step && (isInGrid || !key.startsWith('Arrow'))) {
    event.preventDefault()
    const rows = rowsOf(grid)
    const place = row ? rows.indexOf(row) : -1
    return moveTo(rows[Math.min(Math.max(place + step, 0), rows.length - 1)], row ? target : null)
  }
  if (!isInGrid) return onKeyOutside(event, key, grid, actions)
  const side = horizontal[key]
  if (side) {
    event.preventDefault()
    const controls = controlsOf(row).filter(isEnabled)
    controls[controls.indexOf(target as HTMLElement) + side]?.focus()
  } else if (key === 'x' || (key === ' ' && target.matches('[data-row], [type="checkbox"]'))) {
    event.preventDefault()
    actions.onToggle(idOf(target), event.shiftKey)
  }
}

/**
 * One tab stop for the whole grid. Arrows, J and K move between rows, Left and Right within one; X
 * and Space select, Escape clears the selection. Letter keys work wherever the focus is not in text,
 * and can be turned off (WCAG 2.2 SC 2.1.4).
 */
export function useGridKeys(grid: RefObject<HTMLElement | null>, actions: GridActions) {
  useCommands([
    { key: 'j', label: 'Next row' },
    { key: 'k', label: 'Previous row' },
    { key: 'x', label: 'Select the row' },
    { key: 'Enter', label: 'Open the row' },
    { key: 'Shift+X', label: 'Select the rows up to this one' },
    { key: 'Ctrl+A', label: 'Select all rows of the page' },
    { key: 'Esc', label: 'Clear the selection' },
  ])
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  // As soon as the rows are shown: a key pressed before an effect runs would be lost.
  useLayoutEffect(() => {
    const keyDown = (event: KeyboardEvent) => onKey(event, grid.current, latest.current)
    addEventListener('keydown', keyDown)
    return () => removeEventListener('keydown', keyDown)
  }, [grid])
  useLayoutEffect(() => keepOneStop(grid.current))
  useEffect(() => {
    const element = grid.current
    const focusIn = () => keepOneStop(element)
    element?.addEventListener('focusin', focusIn)
    return () => element?.removeEventListener('focusin', focusIn)
  }, [grid])
}

/** The focused control can be reached by Tab, or the one that was, or the first row's link. */
function keepOneStop(grid: HTMLElement | null) {
  const controls = rowsOf(grid).flatMap(controlsOf)
  const focused = document.activeElement as HTMLElement
  const stop = controls.includes(focused)
    ? focused
    : (controls.find((control) => control.dataset.stop && isEnabled(control)) ??
      linkOf(rowsOf(grid)[0]))
  for (const control of controls) {
    const isStop = control === stop
    const tabIndex = isStop ? 0 : -1
    if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
    if (isStop) control.dataset.stop = 'true'
    else delete control.dataset.stop
  }
}

/**
 * Keeps the focus in the list when the focused row leaves it, such as a rejected application in the
 * list of pending ones. Call `hold` before the row changes.
 */
export function useHeldRow(grid: RefObject<HTMLElement | null>, rows: unknown) {
  const held = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useLayoutEffect(() => {
    const place = held.current
    if (place === null || document.activeElement !== document.body) return
    const all = rowsOf(grid.current)
    linkOf(all[Math.min(place, all.length - 1)])?.focus({ preventScroll: true })
  }, [grid, rows])

  return function hold(id: number) {
    const place = rowsOf(grid.current).findIndex((row) => linkOf(row)?.dataset.row === String(id))
    held.current = place < 0 ? null : place
  }
}

/** Focuses the row of the application that was open before the list. */
export function useReturnFocus(grid: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const opened = String(takeOpened())
    const link = rowsOf(grid.current)
      .map(linkOf)
      .find((one) => one?.dataset.row === opened)
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  }, [grid])
}
