import { onTestFinished } from 'vitest'

/** Stops what would leave the page (`location.replace` and the like); returns where it would lead. */
export function stopLeaving(): string[] {
  const destinations: string[] = []
  const stop = (event: NavigateEvent) => {
    if (event.navigationType === 'reload' || event.destination.sameDocument) return
    const { pathname, search } = new URL(event.destination.url)
    destinations.push(pathname + search)
    event.preventDefault()
  }
  navigation.addEventListener('navigate', stop)
  onTestFinished(() => navigation.removeEventListener('navigate', stop))
  return destinations
}
