import type { LinkTarget } from './link-target.ts'

export type Toast = {
  id: number
  message: string
  kind: 'error' | 'done' | 'info'
  retry?: (() => void) | undefined
  undo?: (() => void) | undefined
  /** Ms of `Date.now()` at which the email of what `undo` undoes is sent. */
  sentAt?: number | undefined
  /** A select beside it; `value` is what is saved, `act` is called with each choice; '' for none. */
  choice?:
    | {
        label: string
        none: string
        options: readonly { value: string; label: string }[]
        value: () => string
        act: (value: string) => void
      }
    | undefined
  /** Where to go next, after the message. */
  link?: { label: string; target: LinkTarget & { hash?: string } } | undefined
  /** A public page of this site, to view and to copy its address. */
  page?: string | undefined
  /** One more thing to do with `page`. */
  offer?: { word: string; act: () => void } | undefined
}

/** A sentence to add to a message, and where to go because of it. */
export type Note = { sentence: string; link?: Toast['link'] }

/** Sentences after one another. */
export const joined = (...sentences: (string | undefined)[]) => sentences.filter(Boolean).join('. ')

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function show(toasts: readonly Toast[]) {
  shown = toasts
  for (const listener of listeners) listener()
}

/**
 * Shows a toast and returns its id. Only the latest is visible. Toasts with `retry` stay until
 * dismissed; they and the latest with `undo` reappear after later ones.
 */
export function toast({
  message,
  kind = 'error',
  retry,
  undo,
  sentAt,
  choice,
  link,
  page,
  offer,
}: Pick<Toast, 'message' | 'retry' | 'undo' | 'sentAt' | 'choice' | 'link' | 'page' | 'offer'> & {
  kind?: Toast['kind']
}): number {
  last += 1
  const others = shown.filter(
    (other) => other.message !== message && (other.retry || (other.undo && !undo)),
  )
  show(
    [...others, { id: last, message, kind, retry, undo, sentAt, choice, link, page, offer }].slice(
      -4,
    ),
  )
  return last
}

export const dismiss = (id: number) => show(shown.filter((toast) => toast.id !== id))

/** Changes one that is still there. */
export const changeToast = (id: number, change: Pick<Toast, 'sentAt'>) =>
  show(shown.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)))

export const currentToast = () => shown.at(-1)

/** The latest that can be undone, also while another is shown. */
export const lastWithUndo = () => shown.findLast(({ undo }) => undo)

/** Calls the listener after each change; returns the unsubscribe function. */
export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
