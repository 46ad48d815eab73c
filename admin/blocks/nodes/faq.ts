import { Extension } from '@tiptap/core'
import { Plugin, type Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** The element of an event, which may be of another document. */
const elementOf = ({ target }: Event): Element | null => {
  const node = target as globalThis.Node | null
  return node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null)
}
const summaryOf = (event: Event) => elementOf(event)?.closest('summary')

const isWordCharacter = /[\p{L}\p{N}\p{M}_’']/u

/** The word around a position of a question, or with three clicks all of it. */
function around(view: EditorView, pos: number, clicks: number): TextSelection {
  const { doc } = view.state
  const $pos = doc.resolve(pos)
  const text = $pos.parent.textContent
  let [from, to] = [0, text.length]
  if (clicks === 2) {
    from = to = $pos.parentOffset
    while (from > 0 && isWordCharacter.test(text.charAt(from - 1))) from--
    while (to < text.length && isWordCharacter.test(text.charAt(to))) to++
  }
  return TextSelection.create(doc, $pos.start() + from, $pos.start() + to)
}

/** A press focuses the summary itself in Firefox, and keys would be lost. */
function selectInSummary(view: EditorView, event: MouseEvent): boolean {
  if (event.button !== 0 || !summaryOf(event)) return false
  const placeOf = ({ clientX, clientY }: MouseEvent) =>
    view.posAtCoords({ left: clientX, top: clientY })?.pos
  const at = placeOf(event)
  if (at === undefined) return false
  event.preventDefault()
  const select = (selection: Selection) => view.dispatch(view.state.tr.setSelection(selection))
  const { doc, selection } = view.state
  const isWord = event.detail > 1 && doc.resolve(at).parent.isTextblock
  if (event.shiftKey) select(TextSelection.between(selection.$anchor, doc.resolve(at)))
  else if (isWord) select(around(view, at, event.detail))
  else select(TextSelection.near(doc.resolve(at)))
  view.focus()
  if (isWord) return true
  const root = view.dom.ownerDocument
  const drag = (move: PointerEvent) => {
    const head = placeOf(move)
    if (!(move.buttons & 1) || view.isDestroyed) return end()
    if (head === undefined) return
    const { selection, doc } = view.state
    if (head !== selection.head) select(TextSelection.between(selection.$anchor, doc.resolve(head)))
  }
  const end = () => {
    root.removeEventListener('pointermove', drag)
    root.removeEventListener('pointerup', end)
  }
  root.addEventListener('pointermove', drag)
  root.addEventListener('pointerup', end)
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
          mousedown: selectInSummary,
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
