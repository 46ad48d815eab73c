import { Extension } from '@tiptap/core'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** The element of an event, which may be of another document. */
const elementOf = ({ target }: Event): Element | null => {
  const node = target as globalThis.Node | null
  return node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null)
}
const summaryOf = (event: Event) => elementOf(event)?.closest('summary')

/** A click focuses the summary itself in Firefox, and keys would be lost. */
function caretInSummary(view: EditorView, event: MouseEvent): boolean {
  if (event.button !== 0 || !summaryOf(event)) return false
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!at) return false
  event.preventDefault()
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
  view.focus()
  return true
}

/** Elements that would act rather than be written in: questions stay open, links lead nowhere. */
export const InertElements = Extension.create({
  name: 'inertElements',
  priority: 1100,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          mousedown: caretInSummary,
          click(_, event) {
            if (elementOf(event)?.closest('summary, a')) event.preventDefault()
            return false
          },
          auxclick(_, event) {
            if (elementOf(event)?.closest('a')) event.preventDefault()
            return false
          },
          keyup(_, event) {
            if (event.key === ' ' && summaryOf(event)) event.preventDefault()
            return false
          },
        },
      },
    }),
  ],
})
