import {
  type AnyExtension,
  type Editor,
  Extension,
  type Node,
  type NodeViewRenderer,
} from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { sitePath } from '../lib/site-address.ts'
import { type FigureAttributes, figureClass } from '../media/text/figure-attributes.ts'

/** Where the picture is that the selection is in, or that is chosen. */
export function chosenFigure({ selection }: EditorState): number | undefined {
  const { $from } = selection
  if (selection instanceof NodeSelection && selection.node.type.name === 'figure') return $from.pos
  return $from.parent.type.name === 'figure' ? $from.before() : undefined
}

/** A figure as the page shows it, which says so when its file is missing. */
const figureView: NodeViewRenderer = ({ node: first, view, getPos }) => {
  const dom = document.createElement('figure')
  const image = dom.appendChild(document.createElement('img'))
  const missing = document.createElement('button')
  const contentDOM = dom.appendChild(document.createElement('figcaption'))
  const select = () => {
    const at = getPos()
    if (at === undefined) return
    const { doc, tr } = view.state
    view.dispatch(tr.setSelection(NodeSelection.create(doc, at)))
    view.focus()
  }
  missing.type = 'button'
  missing.contentEditable = 'false'
  missing.textContent = 'This image’s file is missing. Replace or remove it.'
  for (const element of [image, missing]) element.addEventListener('click', select)
  image.addEventListener('error', () => {
    image.hidden = true
    image.after(missing)
  })
  image.addEventListener('load', () => {
    image.hidden = false
    missing.remove()
  })
  const show = (node: typeof first) => {
    const { src, alt, width, height, ...look } = node.attrs as FigureAttributes
    const classes = figureClass(look)
    if (classes) dom.className = classes
    else dom.removeAttribute('class')
    const address = sitePath(src)
    if (image.getAttribute('src') !== address) image.setAttribute('src', address)
    image.alt = alt
    for (const [name, value] of Object.entries({ width, height }))
      if (value) image.setAttribute(name, String(value))
      else image.removeAttribute(name)
    contentDOM.toggleAttribute('data-empty', node.content.size === 0)
  }
  show(first)
  return {
    dom,
    contentDOM,
    update(node) {
      if (node.type !== first.type) return false
      show(node)
      return true
    },
    ignoreMutation: (mutation) =>
      mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}

/** The caption of the picture above or below the line in which the caret is. */
function captionBeside({ state, view }: Editor, by: -1 | 1): number | undefined {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock || !view.endOfTextblock(by < 0 ? 'up' : 'down'))
    return undefined
  const at = by < 0 ? $from.before() : $from.after()
  const $at = state.doc.resolve(at)
  const node = by < 0 ? $at.nodeBefore : $at.nodeAfter
  if (node?.type.name !== 'figure') return undefined
  return (by < 0 ? at - node.nodeSize : at) + 1
}

function enter(editor: Editor, by: -1 | 1): boolean {
  const caption = captionBeside(editor, by)
  if (caption === undefined) return false
  const { doc, tr } = editor.state
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, caption)).scrollIntoView())
  return true
}

/** An empty caption takes no room unless its picture is chosen: keys go in all the same. */
const Captions = Extension.create({
  name: 'captions',
  addKeyboardShortcuts() {
    const { editor } = this
    return { ArrowUp: () => enter(editor, -1), ArrowDown: () => enter(editor, 1) }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations(state) {
          const at = chosenFigure(state)
          const node = at === undefined ? null : state.doc.nodeAt(at)
          if (at === undefined || !node) return null
          const active = Decoration.node(at, at + node.nodeSize, { 'data-active': '' })
          return DecorationSet.create(state.doc, [active])
        },
      },
    }),
  ],
})

/** Extensions whose pictures look as on the page. */
export const canvasFigures = (extensions: AnyExtension[]): AnyExtension[] => [
  ...extensions.map((one) =>
    one.name === 'figure' ? (one as Node).extend({ addNodeView: () => figureView }) : one,
  ),
  Captions,
]
