import { useEffect, useRef } from 'react'

/** The ref for a RichTextField that has the focus from the start, if `wanted`; the caret behind the last word. */
export function useFocusedText(wanted = true) {
  const text = useRef<{ focus: () => void }>(null)
  useEffect(() => {
    if (!wanted) return
    text.current?.focus()
    const field = document.activeElement
    if (!(field instanceof HTMLElement && field.isContentEditable)) return
    const caret = getSelection()
    caret?.selectAllChildren(field)
    caret?.collapseToEnd()
  }, [wanted])
  return text
}
