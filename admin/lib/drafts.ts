const prefix = 'draft:'
let closed = false

/** Key in session storage. Includes the user, so that nobody restores another user's draft. */
export const draftKey = (person: number | undefined, name: string) =>
  `${prefix}${person ?? 0}:${name}`

/** The draft at `key`; null when missing or unreadable. */
export function readDraft<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores JSON-serializable data until the tab closes. */
export function storeDraft(key: string, value: unknown) {
  if (closed) return
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Session storage is full: the draft is lost, the form goes on.
  }
}

const pending = new Set<() => void>()

/** Calls `store` before input may be lost; returns the function that stops it. */
export function beforeLoss(store: () => void) {
  pending.add(store)
  return () => {
    pending.delete(store)
  }
}

/** Stores the input of all forms now: the page is being left, or a screen has failed. */
export function storePending() {
  for (const store of pending) store()
}

/** Deletes all drafts, and ignores those of screens that are still closing. */
export function forgetDrafts() {
  closed = true
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
