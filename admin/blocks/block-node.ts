import { type Editor, Node } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { goBelow } from '../ui/editor/keep-selected.ts'
import styles from './Blocks.module.css'
import { BlockView } from './BlockView.tsx'
import { ask, duplicate, move } from './commands.ts'
import { blockOf, elementOf } from './parse.ts'
import { pastedBlocks } from './pasted-blocks.ts'

/** The empty line that the caret is in: its position; undefined in text and lists. */
function emptyLine({ selection: { $from, empty } }: EditorState): number | undefined {
  const isLine = empty && $from.depth === 1 && $from.parent.type.name === 'paragraph'
  return isLine && $from.parent.content.size === 0 ? $from.before() : undefined
}

const hint = new Plugin({
  props: {
    decorations(state) {
      const at = emptyLine(state)
      if (at === undefined) return null
      const attributes = { class: styles.hint ?? '', 'data-hint': 'Type / for blocks' }
      return DecorationSet.create(state.doc, [Decoration.node(at, at + 2, attributes)])
    },
  },
})

const selectedBlock = ({ state: { selection } }: Editor) =>
  selection instanceof NodeSelection && selection.node.type.name === 'pageBlock'

/** A block of a page: its stored HTML, which is changed in a dialog. */
export const BlockNode = Node.create({
  name: 'pageBlock',
  // Only of the document: a list would lose it when it is saved.
  group: 'page',
  atom: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML() {
    return [
      {
        tag: 'section[data-block]',
        priority: 100,
        getAttrs: (element) => {
          const block = blockOf(element)
          return block ? { html: toHtml(block) } : false
        },
      },
      // Without an editor it is stored text that is parsed.
      ...pastedBlocks(() => this.editor?.schema),
    ]
  },
  renderHTML: ({ node }) => {
    const dom = elementOf(node.attrs.html)
    return { dom: (dom as HTMLElement | null) ?? document.createElement('p') }
  },
  addNodeView: () => ReactNodeViewRenderer(BlockView),
  addKeyboardShortcuts() {
    const { editor } = this
    const onBlock = (run: () => void) => () => {
      if (!selectedBlock(editor)) return false
      run()
      return true
    }
    return {
      'Alt-ArrowUp': () => move(editor, -1),
      'Alt-ArrowDown': () => move(editor, 1),
      'Mod-d': () => duplicate(editor),
      Enter: onBlock(() => ask(editor, { edit: editor.state.selection.from })),
      '/': () => {
        goBelow(editor.view)
        return emptyLine(editor.state) !== undefined && ask(editor, { insert: true })
      },
    }
  },
  addProseMirrorPlugins: () => [hint],
})
