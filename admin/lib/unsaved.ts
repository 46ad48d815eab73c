const forms = new Set<symbol>()

/** Whether a form on the screen holds something that was typed and not saved. */
export const hasUnsaved = () => forms.size > 0

/** Says that a form holds something unsaved, until the returned function is called. */
export function markUnsaved() {
  const form = Symbol('form')
  forms.add(form)
  return () => {
    forms.delete(form)
  }
}
