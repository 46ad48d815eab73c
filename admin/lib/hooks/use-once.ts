import { useRef } from 'react'

/** Ignores calls while `work` is running: a double click must not create two rows. */
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
