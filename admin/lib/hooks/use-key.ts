import { useRef } from 'react'

/** An Idempotency-Key per content: repeating a request after a lost response does nothing. */
export function useKey() {
  const last = useRef({ content: '', key: '' })
  return (content: unknown) => {
    const json = JSON.stringify(content)
    if (json !== last.current.content) {
      const bytes = crypto.getRandomValues(new Uint8Array(16))
      last.current = {
        content: json,
        key: Array.from(bytes, (byte) => byte.toString(16)).join('-'),
      }
    }
    return last.current.key
  }
}
