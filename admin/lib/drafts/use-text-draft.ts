import { useState } from 'react'
import { useDraft } from './use-draft.ts'

/** A text that is written, kept under `key` until it is cleared or emptied. */
export function useTextDraft(key: string) {
  const [typed, setTyped] = useState<string>()
  const { draft, clear } = useDraft(key, typed ?? '', { enabled: Boolean(typed) })
  function type(text: string) {
    setTyped(text)
    // Also a restored draft, of which nothing had been typed yet.
    if (!text) clear()
  }
  return { text: typed ?? draft ?? '', type }
}
