import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** A switch that this browser remembers, for everyone who uses it. */
export function deviceChoice(key: string, byDefault: boolean) {
  const read = () => (localStorage.getItem(key) ?? String(byDefault)) === 'true'
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    read,
    set(on: boolean) {
      localStorage.setItem(key, String(on))
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, read),
  }
}
