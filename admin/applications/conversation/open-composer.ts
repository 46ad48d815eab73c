import { useEffect, useEffectEvent } from 'react'

export type Kind = 'message' | 'email' | 'comment'

let wanted: Kind | undefined
const composers = new Set<() => void>()

/**
 * Chooses what the composer of the conversation writes, and focuses it. Show the conversation in the
 * same event, or before: a composer that appears later takes it over then.
 */
export function openComposer(kind: Kind) {
  wanted = kind
  for (const take of composers) take()
}

/** Calls `onOpen` for what was asked for before the composer appeared and from then on. */
export function useOpened(onOpen: (kind: Kind) => void) {
  const take = useEffectEvent(() => {
    if (!wanted) return
    const kind = wanted
    wanted = undefined
    onOpen(kind)
  })
  useEffect(() => {
    const call = () => take()
    composers.add(call)
    call()
    return () => {
      composers.delete(call)
    }
  }, [])
}
