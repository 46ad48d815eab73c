import { useRef } from 'react'

/** Ignores calls while `work` is running: a double click must not create two rows. */
export function useOnce<Given extends unknown[], Result = void>(
  work: (...given: Given) => Promise<Result>,
) {
  const underWay = useRef(false)
  return async (...given: Given): Promise<Result | undefined> => {
    if (underWay.current) return undefined
    underWay.current = true
    return work(...given).finally(() => {
      underWay.current = false
    })
  }
}
