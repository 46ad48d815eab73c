export type Toast = {
  id: number
  message: string
  kind: 'error' | 'done'
  retry?: (() => void) | undefined
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function show(toasts: readonly Toast[]) {
  shown = toasts
  for (const listener of listeners) listener()
}

/** Says what happened at the screen's corner; with `retry` it stays until it is dismissed. */
export function toast({
  message,
  kind = 'error',
  retry,
}: {
  message: string
  kind?: Toast['kind']
  retry?: () => void
}) {
  last += 1
  const others = shown.filter((other) => other.message !== message)
  show([...others, { id: last, message, kind, retry }].slice(-4))
}

export const dismiss = (id: number) => show(shown.filter((toast) => toast.id !== id))

export const shownToasts = () => shown

export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
