import { type Editor, Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { goBelow } from '../../ui/editor/keep-selected.ts'
import { depthOf } from './current.ts'
import { nameOf } from './kinds-of-nodes.ts'

/** The line that asks for a block or text style. */
type Slash = {
  /** Where its paragraph starts. */
  pos: number
  /** Whether a block may stand there: not within another. */
  mayBlocks: boolean
}

/** The empty line that the caret is in: its position; undefined in text and lists. */
function emptyLine({ selection: { $from, empty } }: EditorState): number | undefined {
  const isLine = empty && $from.depth === 1 && $from.parent.type.name === 'paragraph'
  return isLine && $from.parent.content.size === 0 ? $from.before() : undefined
}

const key = new PluginKey<Slash | undefined>('slash')

/** What the menu is open for; undefined while it is closed. */
export const slashOf = (state: EditorState): Slash | undefined => key.getState(state)

/** Opens the menu for the empty line that the caret is in; false elsewhere. */
function openSlash(view: EditorView): boolean {
  // From a chosen block, in a line below it.
  goBelow(view)
  const { selection } = view.state
  const { $from, empty, from } = selection
  if (!empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size) return false
  const mayBlocks = $from.depth === 1
  if (!mayBlocks && depthOf($from, nameOf) === undefined) return false
  view.dispatch(view.state.tr.setMeta(key, { pos: from - 1, mayBlocks }))
  return true
}

/** Closes the menu. `typed`: the slash was meant as one. */
export function closeSlash({ state, view }: Editor, typed = false) {
  if (!slashOf(state)) return
  const tr = state.tr.setMeta(key, null)
  if (typed) tr.insertText('/')
  view.dispatch(tr)
  view.focus()
}

/** A slash in an empty line opens a menu: its state; the menu itself is the page’s. */
export const SlashMenu = Extension.create({
  name: 'slashMenu',
  priority: 1200,
  addProseMirrorPlugins: () => [
    new Plugin<Slash | undefined>({
      key,
      state: {
        init: () => undefined,
        apply(tr, before) {
          const meta = tr.getMeta(key) as Slash | null | undefined
          if (meta !== undefined) return meta ?? undefined
          return tr.docChanged ? undefined : before
        },
      },
      props: {
        decorations(state) {
          const at = emptyLine(state)
          if (at === undefined) return null
          const hint = Decoration.node(at, at + 2, { 'data-hint': 'Type / for blocks' })
          return DecorationSet.create(state.doc, [hint])
        },
        handleTextInput: (view, _from, _to, text) => text === '/' && openSlash(view),
        handleKeyDown: (view, { key, ctrlKey, metaKey, altKey, isComposing }) =>
          key === '/' && !ctrlKey && !metaKey && !altKey && !isComposing && openSlash(view),
      },
    }),
  ],
})
