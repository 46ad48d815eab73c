import { useCallback, useEffect, useRef, useState } from 'react'
import { storedPerson } from '../session/session.ts'
import { draftKey, readDraft, storeDraft } from './drafts.ts'

const pause = 400

/**
 * Keeps what is being typed for this tab, so that an expired session or a reload loses nothing.
 * `key` names screen and row ('job-12'); `value` is stored while `enabled` (something was typed).
 * `draft` is what was found when the screen opened; `clear` forgets it, after saving or discarding.
 */
export function useDraft<T>(key: string, value: T, { enabled }: { enabled: boolean }) {
  // Settled once: after a 401 the person is forgotten while the last words are still to be stored.
  const [storageKey] = useState(() => draftKey(storedPerson()?.id, key))
  const [draft] = useState(() => readDraft<T>(storageKey))
  const pending = useRef<{ value: T } | null>(null)

  useEffect(() => {
    // Typed, and then taken back by hand: nothing is left to keep.
    if (!enabled && pending.current) sessionStorage.removeItem(storageKey)
    pending.current = enabled ? { value } : null
    if (!enabled) return
    const timer = setTimeout(() => pending.current && storeDraft(storageKey, value), pause)
    return () => clearTimeout(timer)
  }, [storageKey, value, enabled])

  useEffect(() => {
    const flush = () => pending.current && storeDraft(storageKey, pending.current.value)
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [storageKey])

  const clear = useCallback(() => {
    pending.current = null
    sessionStorage.removeItem(storageKey)
  }, [storageKey])

  return { draft, clear }
}
