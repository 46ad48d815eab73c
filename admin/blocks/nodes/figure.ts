import { mergeAttributes } from '@tiptap/core'
import { sitePath } from '../../lib/site-address.ts'
import { Figure } from '../../media/text/figure.ts'
import { figureClass } from '../../media/text/figure-attributes.ts'

/** A picture of the library with its caption, written in place: exactly the stored markup. */
export const PlainFigure = Figure.extend({
  content: 'inline*',
  renderHTML({ node }) {
    const { src, alt, width, height } = node.attrs
    const classes = figureClass(node.attrs)
    const size = width && height ? { width, height } : {}
    return [
      'figure',
      classes ? { class: classes } : {},
      ['img', mergeAttributes({ src: sitePath(src), alt }, size)],
      ['figcaption', 0],
    ]
  },
  addNodeView: () => null,
  addKeyboardShortcuts() {
    const inCaption = () => this.editor.state.selection.$from.parent.type.name === this.name
    return {
      // The caption is one line: Enter goes on below the picture.
      Enter: () => {
        if (!inCaption()) return false
        const end = this.editor.state.selection.$to.after()
        return this.editor
          .chain()
          .insertContentAt(end, { type: 'paragraph' })
          .setTextSelection(end + 1)
          .run()
      },
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection
        if (!empty || !inCaption() || $from.parentOffset > 0) return false
        return this.editor.commands.setNodeSelection($from.before())
      },
    }
  },
})
