import { type AnyExtension, type Node, wrappingInputRule } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { Alignment } from './alignment.ts'
import { Directions } from './directions.ts'
import { KeepSelected } from './keep-selected.ts'
import { Link } from './link.ts'
import { readsStyle } from './pasted.ts'
import { MarkTone, TextTone } from './tones.ts'
import { WordLists } from './word-lists.ts'

/** Each toolbar has a schema that holds only what it can produce. */
export type ToolbarKind = 'full' | 'letter'

/** Only typing '1. ' creates a list; one that starts later was pasted. */
const numberedList = (list: Node) =>
  list.extend({
    addAttributes: () => ({
      start: {
        default: 1,
        parseHTML: ({ start }: HTMLOListElement) => (start >= 0 && start <= 9_999 ? start : 1),
        renderHTML: ({ start }: { start: number }) => (start === 1 ? {} : { start }),
      },
    }),
    addInputRules() {
      return [wrappingInputRule({ find: /^1[.)]\s$/, type: this.type })]
    },
  })

const leave = () => false

/** Tab leaves the editor, as it does any form field; Mod-] and Mod-[ indent. */
const listItem = (item: Node) =>
  item.extend({
    addKeyboardShortcuts() {
      return {
        ...this.parent?.(),
        Tab: leave,
        'Shift-Tab': leave,
        'Mod-]': () => this.editor.commands.sinkListItem(this.name),
        'Mod-[': () => this.editor.commands.liftListItem(this.name),
      }
    },
  })

const kit = (content: string) =>
  StarterKit.extend({
    addExtensions() {
      return (this.parent?.() ?? []).map((extension: AnyExtension) => {
        if (extension.name === 'doc') return (extension as Node).extend({ content })
        if (extension.name === 'orderedList') return numberedList(extension as Node)
        if (extension.name === 'listItem') return listItem(extension as Node)
        return readsStyle(extension)
      })
    },
  })

const common = {
  link: false,
  blockquote: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  dropcursor: false,
  gapcursor: false,
  // It adds an empty paragraph after a list, and so changes a text that was only opened.
  trailingNode: false,
} as const

/** `content`: what the document itself may hold, if that is more than text. */
export const extensions = (toolbar: ToolbarKind, content = 'block+'): AnyExtension[] =>
  toolbar === 'full'
    ? [
        kit(content).configure({ ...common, heading: { levels: [1, 2, 3] } }),
        Link,
        TextTone,
        MarkTone,
        Alignment,
        WordLists,
        KeepSelected,
        Directions,
      ]
    : [
        kit(content).configure({ ...common, heading: false, strike: false }),
        Link,
        WordLists,
        Directions,
      ]
