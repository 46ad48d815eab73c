export type Toast = {
  id: number
  message: string
  kind: 'error' | 'done'
  retry?: (() => void) | undefined
  undo?: (() => void) | undefined
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function show(toasts: readonly Toast[]) {
  shown = toasts
  for (const listener of listeners) listener()
}

/** Says what happened at the screen's corner; with `retry` or `undo` it stays until it is dismissed, by its id. */
export function toast({
  message,
  kind = 'error',
  retry,
  undo,
}: Pick<Toast, 'message' | 'retry' | 'undo'> & { kind?: Toast['kind'] }): number {
  last += 1
  const others = shown.filter((other) => other.message !== message)
  show([...others, { id: last, message, kind, retry, undo }].slice(-4))
  return last
}

export const dismiss = (id: number) => show(shown.filter((toast) => toast.id !== id))

/** Oldest first, four at most; the same array until something changes (for useSyncExternalStore). */
export const shownToasts = () => shown

/** Calls the listener after each change; answers how to stop it. */
export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
