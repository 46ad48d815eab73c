import { useRef } from 'react'

/** `work`, but not again while it is still under way: a second click would create a second thing. */
export function useOnce<Given extends unknown[]>(work: (...given: Given) => Promise<void>) {
  const underWay = useRef(false)
  return async (...given: Given) => {
    if (underWay.current) return
    underWay.current = true
    await work(...given).finally(() => {
      underWay.current = false
    })
  }
}
