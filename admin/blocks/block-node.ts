import { type Editor, Node } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { toHtml } from '#api/blocks/contract/block.ts'
import { BlockView } from './BlockView.tsx'
import { ask, duplicate, move, writeBeside } from './commands.ts'
import { blockOf, elementOf } from './parse.ts'
import { pastedBlocks } from './pasted-blocks.ts'

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
      'Mod-Enter': onBlock(() => writeBeside(editor, 'below')),
      '/': () => {
        const { $from, empty } = editor.state.selection
        const isLine = $from.depth === 1 && $from.parent.type.name === 'paragraph'
        if (!empty || !isLine || $from.parent.content.size) return false
        return ask(editor, { insert: true })
      },
    }
  },
})
