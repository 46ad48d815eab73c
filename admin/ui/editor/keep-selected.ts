import { Extension } from '@tiptap/core'
import type { Node, NodeType } from '@tiptap/pm/model'
import {
  type EditorState,
  NodeSelection,
  Plugin,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** The selection of a block or picture; undefined for text. */
const selectedBlock = ({ selection }: EditorState): NodeSelection | undefined => {
  if (!(selection instanceof NodeSelection)) return undefined
  return isKept(selection.node) ? selection : undefined
}

const isKept = (node: Node | null) =>
  Boolean(node?.isBlock && (node.isAtom || node.type.spec.isolating))

/** Puts the caret into the empty paragraph at `position`, and adds one if needed. */
export function caretInLine(tr: Transaction, position: number): Transaction {
  const paragraph = tr.doc.type.schema.nodes.paragraph!
  const { nodeAfter } = tr.doc.resolve(position)
  const isLine = nodeAfter?.type === paragraph && nodeAfter.content.size === 0
  if (!isLine) tr.insert(position, paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView()
}

/** Where the last step of a transaction ends, outside of text. */
export function endOfInsertion({ doc, mapping }: Transaction): number {
  let end = 0
  mapping.maps.at(-1)?.forEach((_from, _to, _newFrom, newTo) => {
    end = newTo
  })
  const $end = doc.resolve(end)
  return $end.parent.isTextblock ? $end.before() : end
}

/** The first place after a position that takes this: a picture may be in a block that does not. */
function placeAfter({ doc }: EditorState, position: number, type: NodeType): number {
  let $at = doc.resolve(position)
  while ($at.depth && !$at.parent.canReplaceWith($at.index(), $at.index(), type))
    $at = doc.resolve($at.after())
  return $at.pos
}

/** Goes below a selected block or picture; false for any other selection. */
export function goBelow({ state, dispatch }: EditorView, text?: string): boolean {
  const selected = selectedBlock(state)
  const paragraph = state.schema.nodes.paragraph!
  if (!selected) return false
  const tr = caretInLine(state.tr, placeAfter(state, selected.to, paragraph))
  dispatch(text ? tr.insertText(text) : tr)
  return true
}

/** The end of the picture that the coordinates are in; undefined outside of pictures. */
function endOfPicture(view: EditorView, { clientX, clientY }: MouseEvent): number | undefined {
  const at = view.posAtCoords({ left: clientX, top: clientY })
  if (!at) return undefined
  const $at = view.state.doc.resolve(at.pos)
  for (let depth = $at.depth; depth > 0; depth--)
    if ($at.node(depth).type.spec.isolating) return $at.after(depth)
  return undefined
}

const types = new Set(['insertText', 'insertParagraph', 'insertLineBreak'])

/**
 * Input beside a selected block or picture goes into a paragraph below it. ProseMirror would replace
 * the node, as it replaces selected text.
 */
export const KeepSelected = Extension.create({
  name: 'keepSelected',
  // Before the plugins that take pictures.
  priority: 1000,
  addKeyboardShortcuts() {
    const below = () => {
      const { view, state } = this.editor
      const { $from, empty } = state.selection
      // It is there already.
      if (empty && $from.parent.content.size === 0 && $from.depth === 1)
        if (isKept(state.doc.childBefore($from.before()).node)) return true
      return goBelow(view)
    }
    return { 'Mod-Enter': below, 'Shift-Enter': () => goBelow(this.editor.view) }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => goBelow(view, text),
        handlePaste(view, _, { size }) {
          // Then ProseMirror pastes there.
          if (size) goBelow(view)
          return false
        },
        handleDrop(view, event, slice, isMoved) {
          // ProseMirror would divide the picture.
          const end = endOfPicture(view, event)
          if (end === undefined || !slice.size) return false
          const { tr } = view.state
          const dragged = (view.dragging as { node?: NodeSelection } | null)?.node
          if (isMoved && dragged) dragged.replace(tr)
          else if (isMoved) tr.deleteSelection()
          const position = tr.mapping.map(end)
          view.dispatch(tr.replaceRange(position, position, slice).setMeta('uiEvent', 'drop'))
          event.preventDefault()
          return true
        },
        handleDOMEvents: {
          // Emoji pickers, dictation and touch keyboards, which press no key.
          beforeinput(view, event) {
            if (!types.has(event.inputType) || !goBelow(view, event.data ?? '')) return false
            event.preventDefault()
            return true
          },
          // The key that an input method takes: its composition begins with the selection of then.
          keydown(view, { keyCode }) {
            if (keyCode === 229) goBelow(view)
            return false
          },
          compositionstart(view) {
            goBelow(view)
            return false
          },
        },
      },
    }),
  ],
})
