import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../form-fields.ts'
import type { Sent } from './send.ts'

export const loadSending = () => import('./sending.ts').catch(() => undefined)

/** Checks and sends the form. `progress` is null while nothing is being sent. */
export function useSending(
  sent: Omit<Sent, 'draft'>,
  { onSent, onRefused }: { onSent: () => void; onRefused: (refusal: Refusal) => void },
) {
  const [progress, setProgress] = useState<number | null>(null)
  const isSending = useRef(false)
  const hasFailed = useRef(false)

  // On Back from the success page, the browser may restore this page in the middle of sending.
  useEffect(() => {
    const revive = () => {
      isSending.current = false
      setProgress(null)
    }
    addEventListener('pageshow', revive)
    return () => removeEventListener('pageshow', revive)
  }, [])

  /** Firefox never retries a failed module import, so the next attempt goes without JavaScript. */
  const withoutScript = (form: HTMLFormElement) => {
    if (!hasFailed.current) {
      hasFailed.current = true
      return { faults: {}, message: sent.words.form.unreachable }
    }
    form.submit()
    return new Promise<never>(() => {})
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const form = event.currentTarget
    const sending = await loadSending()
    const refusal = await (sending?.submit(form, sent, { onProgress: setProgress, onSent }) ??
      withoutScript(form))
    if (!refusal) return
    isSending.current = false
    setProgress(null)
    onRefused(refusal)
  }

  return { progress, submit }
}
