import { useEffect } from 'react'

const focusable = 'input, select, textarea, button, a[href], [contenteditable="true"]'

/** The control of a form's field: the element with its name as id, or the first one within it. */
function controlOf(name: string): HTMLElement | null {
  const found =
    document.getElementById(name) ??
    // A field of several values may have only controls for its parts.
    document.querySelector<HTMLElement>(
      [`[name="${name}"]`, `[id^="${name}."]`, `[id^="${name}-"]`, `[name^="${name}."]`].join(),
    )
  return found?.matches(focusable) ? found : (found?.querySelector(focusable) ?? found)
}

/** Brings a field into view and focuses it; opens the section that hides it. False if it isn't there. */
export function focusField(name: string): boolean {
  const control = controlOf(name)
  // It leads to a text in a frame.
  if (control?.matches('[data-writes]')) {
    control.click()
    return document.activeElement?.localName === 'iframe'
  }
  const section = control?.closest('details')
  if (section) section.open = true
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
  return control !== null && control === document.activeElement
}

/** Focuses the field of this name, if any; a rich text takes a moment to load. */
export function useFocusedField(name: string | undefined) {
  useEffect(() => {
    if (!name) return
    let tries = 30
    const timer = setInterval(() => {
      tries--
      if (focusField(name) || !tries) clearInterval(timer)
    }, 100)
    return () => clearInterval(timer)
  }, [name])
}
