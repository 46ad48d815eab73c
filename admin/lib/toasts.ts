export type Toast = {
  id: number
  message: string
  kind: 'error' | 'done'
  retry?: (() => void) | undefined
  undo?: (() => void) | undefined
  /** A public page of this site, to view and to copy its address. */
  page?: string | undefined
  /** One more thing to do with `page`. */
  offer?: { word: string; act: () => void } | undefined
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function show(toasts: readonly Toast[]) {
  shown = toasts
  for (const listener of listeners) listener()
}

/**
 * Shows a toast and returns its id. Only the latest is visible. Toasts with `retry` or `undo` stay
 * until dismissed and reappear after later ones.
 */
export function toast({
  message,
  kind = 'error',
  retry,
  undo,
  page,
  offer,
}: Pick<Toast, 'message' | 'retry' | 'undo' | 'page' | 'offer'> & {
  kind?: Toast['kind']
}): number {
  last += 1
  const others = shown.filter((other) => other.message !== message && (other.retry || other.undo))
  show([...others, { id: last, message, kind, retry, undo, page, offer }].slice(-4))
  return last
}

export const dismiss = (id: number) => show(shown.filter((toast) => toast.id !== id))

export const currentToast = () => shown.at(-1)

/** Calls the listener after each change; returns the unsubscribe function. */
export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
