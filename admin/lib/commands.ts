import { useLayoutEffect, useRef } from 'react'
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
  // As soon as the screen is shown: a key pressed before an effect runs would be lost.
  useLayoutEffect(() => {
    registered.add(latest)
    return () => {
      registered.delete(latest)
    }
  }, [])
}

export const currentCommands = () => [...registered].flatMap(({ current }) => current)

const notText = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']
const textFields = `input${notText.map((type) => `:not([type="${type}"])`).join('')}, textarea, [contenteditable]:not([contenteditable="false"])`

/** Whether the key has its own meaning there: in text, in dialogs, and in a select with such an option. */
export function takesKey(target: Element, key: string): boolean {
  if (target.closest(`${textFields}, dialog`)) return true
  const options = [...(target.closest('select')?.options ?? [])]
  return options.some(({ text }) => text.toLowerCase().startsWith(key.toLowerCase()))
}

/** Whether the event is a key of its own, pressed outside of fields and dialogs. */
export const isSingleKey = (event: KeyboardEvent) =>
  singleKeys.read() &&
  !(event.defaultPrevented || event.isComposing) &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof Element && takesKey(event.target, event.key)) &&
  !document.querySelector('dialog[open]')
