import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { currentCommands, isSingleKey } from '../lib/commands.ts'

const Palette = lazy(() => import('./Palette.tsx'))
const Shortcuts = lazy(() => import('./Shortcuts.tsx'))

export type CommandDialog = 'palette' | 'shortcuts'

const opens = ({ key, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent) =>
  key.toLowerCase() === 'k' &&
  metaKey !== ctrlKey &&
  !(altKey || shiftKey || defaultPrevented) &&
  !document.querySelector('dialog[open]')

/** Runs the commands of the current screen by key; shows the palette or the list of keys. */
export function CommandKeys({
  opened,
  onOpen,
}: {
  opened: CommandDialog | undefined
  onOpen: (dialog: CommandDialog | undefined) => void
}) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (opens(event)) {
      event.preventDefault()
      onOpen('palette')
      return
    }
    if (!isSingleKey(event)) return
    const key = event.key.toLowerCase()
    const command = currentCommands().find((one) => one.key === key && one.run)
    if (!command && key !== '?') return
    event.preventDefault()
    if (event.repeat) return
    if (command) command.run?.()
    else onOpen('shortcuts')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const close = () => onOpen(undefined)
  return (
    <Suspense fallback={null}>
      {opened === 'palette' && <Palette onClose={close} onShortcuts={() => onOpen('shortcuts')} />}
      {opened === 'shortcuts' && <Shortcuts onClose={close} />}
    </Suspense>
  )
}
