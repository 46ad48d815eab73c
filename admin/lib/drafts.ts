const prefix = 'draft:'
let closed = false

/** Where a draft lies in session storage; nobody finds the draft of another person. */
export const draftKey = (person: number | undefined, name: string) =>
  `${prefix}${person ?? 0}:${name}`

/** The draft at `key`; null when there is none that can be read. */
export function readDraft<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps anything that JSON can hold, until the tab closes. */
export function storeDraft(key: string, value: unknown) {
  if (closed) return
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full session storage costs the draft, never the form.
  }
}

/** Forgets every draft, and takes no more from the screens that are about to close. */
export function forgetDrafts() {
  closed = true
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
