import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Table } from 'lucide-react'
import { ToolMenu } from '../ui/editor/ToolMenu.tsx'
import { deleteBlock, insertBlock } from './nodes/commands.ts'
import { currentBlock } from './nodes/current.ts'
import { addColumn, addRow, removeColumn, removeRow, toggleHead } from './nodes/table.ts'

/** The toolbar’s menu to add a table, and to change the one with the caret. */
export function TableTool({ editor, tabIndex }: { editor: Editor; tabIndex: number }) {
  const state = useEditorState({
    editor,
    selector: ({ editor }) => {
      const block = currentBlock(editor.state)
      if (block?.name !== 'table') return 'none'
      return block.node.firstChild?.firstChild?.type.name === 'tableHead' ? 'head' : 'body'
    },
  })
  const tools: [string, () => unknown][] =
    state === 'none'
      ? [['Add a table', () => insertBlock(editor, 'table')]]
      : [
          ['Row above', () => addRow(editor, 'above')],
          ['Row below', () => addRow(editor, 'below')],
          ['Column before', () => addColumn(editor, 'before')],
          ['Column after', () => addColumn(editor, 'after')],
          ['First row is a head', () => toggleHead(editor)],
          ['Remove row', () => removeRow(editor)],
          ['Remove column', () => removeColumn(editor)],
          ['Remove table', () => deleteBlock(editor)],
        ]
  const choices = tools.map(([label, choose]) => ({
    label,
    sign: null,
    checked: label === 'First row is a head' && state === 'head',
    choose,
  }))
  return <ToolMenu {...{ editor, choices, tabIndex }} Icon={Table} label="Table" />
}
