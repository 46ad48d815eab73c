import { useLayoutEffect } from 'react'

/** Shows and focuses what the address names: a setting, or a category of settings. */
export function useLinkedRow() {
  useLayoutEffect(() => {
    const linked = location.hash && document.getElementById(location.hash.slice(1))
    if (!linked) return
    if (linked.tagName === 'SECTION') {
      linked.scrollIntoView()
      linked.focus({ preventScroll: true })
      return
    }
    linked.scrollIntoView({ block: 'center' })
    linked.querySelector('button')?.focus({ preventScroll: true })
  }, [])
}
