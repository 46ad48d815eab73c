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

/** Brings a field into view and focuses it; opens the section that hides it. */
export function focusField(name: string) {
  const control = controlOf(name)
  const section = control?.closest('details')
  if (section) section.open = true
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
