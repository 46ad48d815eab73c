import type { KeyboardEvent } from 'react'

const step: Record<string, (at: number, last: number) => number> = {
  next: (at, last) => (at === last ? 0 : at + 1),
  previous: (at, last) => (at <= 0 ? last : at - 1),
  first: () => 0,
  last: (_, last) => last,
}

const moves: Record<string, string> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/**
 * Arrow keys, Home and End move the focus among the visible elements that match `selector`,
 * wrapping around. https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string) {
  const to = step[moves[event.key] ?? '']
  if (!to || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter(
    (button) => button.checkVisibility(),
  )
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  buttons[to(at, buttons.length - 1)]?.focus()
}
