const forms = new Set<symbol>()

export const hasUnsaved = () => forms.size > 0

/** Marks a form as having unsaved changes until the returned function is called. */
export function markUnsaved() {
  const form = Symbol('form')
  forms.add(form)
  return () => {
    forms.delete(form)
  }
}
