import { useEffect, useLayoutEffect, useRef } from 'react'
import { deviceChoice } from './device-choice.ts'

export type Command = {
  label: string
  /** A single key, such as 'n' or '?'. */
  key?: string
  /** Absent when a list handles the key itself: then the command is only listed. */
  run?: () => void
}

/** Whether single keys run commands (WCAG 2.2 SC 2.1.4). */
export const singleKeys = deviceChoice('singleKeys', true)

const registered = new Set<{ current: Command[] }>()

/** Offers commands by key and in the command palette while the calling screen is open. */
export function useCommands(commands: Command[]) {
  const latest = useRef(commands)
  useLayoutEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    registered.add(latest)
    return () => {
      registered.delete(latest)
    }
  }, [])
}

export const currentCommands = () => [...registered].flatMap(({ current }) => current)

/** Elements in which keys have their own meaning. */
export const takesKeys = 'input, select, textarea, [contenteditable], dialog'

/** Whether the event is a key of its own, pressed outside of fields and dialogs. */
export const isSingleKey = (event: KeyboardEvent) =>
  singleKeys.read() &&
  !(event.defaultPrevented || event.isComposing) &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target as Element).closest?.(takesKeys) &&
  !document.querySelector('dialog[open]')
