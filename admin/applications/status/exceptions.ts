import type { Tell } from '#api/hiring/applications/contract/status.ts'

/** By the id of the application, until the tab is closed. */
const exceptions = new Map<number, Tell>()
const listeners = new Set<() => void>()

export function onExceptions(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What was chosen for this application alone; the server knows what counts else. */
export const exceptionFor = (id: number) => exceptions.get(id)

/** Undefined: no exception. */
export function setException(id: number, tell: Tell | undefined) {
  if (tell) exceptions.set(id, tell)
  else exceptions.delete(id)
  for (const listener of listeners) listener()
}

/** The applications with a choice of their own. */
export const exceptedIds = () => [...exceptions.keys()]
