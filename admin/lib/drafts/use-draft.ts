import { useCallback, useEffect, useRef, useState } from 'react'
import { beforeLoss, draftKey, readDraft, storeDraft } from '../drafts.ts'
import { storedPerson } from '../session.ts'

const pause = 400

/**
 * Keeps unsaved input in session storage, so that an expired session or a reload loses nothing.
 * `key` names screen and row ('job-12'); `value` is stored while `enabled` (the form is dirty).
 * `draft` is the one found when the screen opened; call `clear` after saving or discarding.
 */
export function useDraft<T>(key: string, value: T, { enabled }: { enabled: boolean }) {
  // Computed once: after a 401 the stored user is gone while the last input is still to be saved.
  const [storageKey] = useState(() => draftKey(storedPerson()?.id, key))
  const [draft] = useState(() => readDraft<T>(storageKey))
  const pending = useRef<{ value: T } | null>(null)

  useEffect(() => {
    // The input was reverted by hand: delete the draft.
    if (!enabled && pending.current) sessionStorage.removeItem(storageKey)
    pending.current = enabled ? { value } : null
    if (!enabled) return
    const timer = setTimeout(() => pending.current && storeDraft(storageKey, value), pause)
    return () => clearTimeout(timer)
  }, [storageKey, value, enabled])

  useEffect(() => {
    const store = () => pending.current && storeDraft(storageKey, pending.current.value)
    const stop = beforeLoss(store)
    return () => {
      stop()
      // A tab or an application that is left within the pause.
      store()
    }
  }, [storageKey])

  const clear = useCallback(() => {
    pending.current = null
    sessionStorage.removeItem(storageKey)
  }, [storageKey])

  return { draft, clear }
}
