import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query, such as '(min-width: 1100px)'. */
export function useMediaQuery(query: string) {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
