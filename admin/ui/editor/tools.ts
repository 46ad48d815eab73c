import type { ChainedCommands, Editor } from '@tiptap/core'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Pilcrow,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import type { Words } from '#api/core/words/contract.ts'
import type { ToolbarKind } from './schema.ts'

export type EditorWords = Words['form']['editor']

/** A button or a menu's choice that changes the selection. */
export type Tool = {
  label: string
  Icon: LucideIcon
  /** In `aria-keyshortcuts` syntax, with Control for Command. */
  keys?: string
  run: (chain: ChainedCommands) => ChainedCommands
  /** Only for tools that can be on or off. */
  pressed?: (editor: Editor) => boolean
  disabled?: (editor: Editor) => boolean
}

/** Tools that share a menu; one of them is always on. */
export type ToolSet = { label: string; tools: Tool[] }

const heading = (level: 1 | 2 | 3, Icon: LucideIcon): Tool => ({
  label: `Heading ${level}`,
  Icon,
  keys: `Control+Alt+${level}`,
  run: (chain) => chain.setHeading({ level }),
  pressed: (editor) => editor.isActive('heading', { level }),
})

const alignOf = (editor: Editor): string =>
  editor.getAttributes('heading').align ?? editor.getAttributes('paragraph').align ?? 'left'

const align = (to: string, label: string, Icon: LucideIcon): Tool => ({
  label,
  Icon,
  run: (chain) => {
    const align = to === 'left' ? null : to
    return chain.updateAttributes('paragraph', { align }).updateAttributes('heading', { align })
  },
  pressed: (editor) => alignOf(editor) === to,
})

export const headings = [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)]

const textStyles: ToolSet = {
  label: 'Text style',
  tools: [
    {
      label: 'Paragraph',
      Icon: Pilcrow,
      keys: 'Control+Alt+0',
      run: (chain) => chain.setParagraph(),
      pressed: (editor) => !editor.isActive('heading'),
    },
    ...headings,
  ],
}

const marks = (words: EditorWords): Tool[] => [
  {
    label: words.bold,
    Icon: Bold,
    keys: 'Control+B',
    run: (chain) => chain.toggleBold(),
    pressed: (editor) => editor.isActive('bold'),
  },
  {
    label: words.italic,
    Icon: Italic,
    keys: 'Control+I',
    run: (chain) => chain.toggleItalic(),
    pressed: (editor) => editor.isActive('italic'),
  },
  {
    label: words.underline,
    Icon: Underline,
    keys: 'Control+U',
    run: (chain) => chain.toggleUnderline(),
    pressed: (editor) => editor.isActive('underline'),
  },
]

const strike: Tool = {
  label: 'Strikethrough',
  Icon: Strikethrough,
  keys: 'Control+Shift+S',
  run: (chain) => chain.toggleStrike(),
  pressed: (editor) => editor.isActive('strike'),
}

export const lists = (words: EditorWords): Tool[] => [
  {
    label: words.numberedList,
    Icon: ListOrdered,
    keys: 'Control+Shift+7',
    run: (chain) => chain.toggleOrderedList(),
    pressed: (editor) => editor.isActive('orderedList'),
  },
  {
    label: words.bulletList,
    Icon: List,
    keys: 'Control+Shift+8',
    run: (chain) => chain.toggleBulletList(),
    pressed: (editor) => editor.isActive('bulletList'),
  },
]

const alignment: ToolSet = {
  label: 'Align',
  tools: [
    align('left', 'Align left', AlignLeft),
    align('center', 'Center', AlignCenter),
    align('right', 'Align right', AlignRight),
    align('justify', 'Justify', AlignJustify),
  ],
}

const clean: Tool = {
  label: 'Clear formatting',
  Icon: RemoveFormatting,
  run: (chain) =>
    chain
      .unsetAllMarks()
      .clearNodes()
      .command(({ tr }) => {
        tr.setStoredMarks([])
        return true
      }),
}

const history: Tool[] = [
  {
    label: 'Undo',
    Icon: Undo2,
    keys: 'Control+Z',
    run: (chain) => chain.undo(),
    disabled: (editor) => !editor.can().undo(),
  },
  {
    label: 'Redo',
    Icon: Redo2,
    keys: 'Control+Shift+Z',
    run: (chain) => chain.redo(),
    disabled: (editor) => !editor.can().redo(),
  },
]

export type ToolGroup = {
  items: (Tool | ToolSet | 'tone' | 'mark' | 'link')[]
  /** Behind More where not all tools fit into one row. */
  isExtra?: boolean
}

/** The tools of a toolbar by group; 'tone', 'mark' and 'link' open popovers. */
export const toolGroups = (kind: ToolbarKind, words: EditorWords): ToolGroup[] =>
  kind === 'letter'
    ? [{ items: marks(words) }, { items: lists(words) }, { items: ['link'] }]
    : [
        { items: [textStyles] },
        { items: marks(words) },
        { items: lists(words) },
        { items: ['link'] },
        { items: [strike, 'tone', 'mark', alignment, clean], isExtra: true },
        { items: history, isExtra: true },
      ]
