import { useEffect, useRef, useState } from 'react'

/**
 * Copies the text of a field; selects it where the browser doesn't allow copying. `said` is for a
 * status message, `what` names the text there.
 */
export function useCopy<Field extends HTMLInputElement | HTMLTextAreaElement>(
  text: string,
  what: string,
) {
  const field = useRef<Field>(null)
  const [said, setSaid] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is not the copied one
  useEffect(() => setSaid(''), [text])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      field.current?.focus()
      field.current?.select()
      setSaid(
        `Your browser didn't allow copying. The ${what} is selected, so you can copy it yourself.`,
      )
    }
  }
  return { field, said, isCopied: said === 'Copied', copy }
}
