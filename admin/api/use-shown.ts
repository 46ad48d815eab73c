import { useEffect, useRef } from 'react'

/** Gives the focus to the heading of what is shown now, so that a screen reader tells it; not when the screen opens. */
export function useShown(hash: string) {
  const region = useRef<HTMLElement>(null)
  const before = useRef(hash)
  useEffect(() => {
    if (before.current === hash) return
    before.current = hash
    region.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [hash])
  return region
}
