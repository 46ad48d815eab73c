import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  ArrowDown,
  ArrowUp,
  Copy,
  type LucideIcon,
  MoveHorizontal,
  PaintRoller,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  deleteBlock,
  duplicateBlock,
  moveBlock,
  setTone,
  setWidth,
} from '../blocks/nodes/commands.ts'
import { currentBlock } from '../blocks/nodes/current.ts'
import { ToolButton } from '../ui/editor/ToolButton.tsx'
import { ToolMenu } from '../ui/editor/ToolMenu.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { asWord } from './BlockChoice.tsx'

const menus = {
  width: { Icon: MoveHorizontal, set: setWidth },
  tone: { Icon: PaintRoller, set: setTone },
} satisfies Record<string, { Icon: LucideIcon; set: (editor: Editor, to: string) => boolean }>

const isMenu = (name: string): name is keyof typeof menus => name in menus

/** Moves, copies, dresses and deletes the block that the caret is in. */
export function BlockBar({ editor, onOptions }: { editor: Editor; onOptions: () => void }) {
  const [stop, setStop] = useState('Move up')
  const choices = useEditorState({
    editor,
    selector: ({ editor }) => {
      const { choices = [] } = currentBlock(editor.state) ?? {}
      return choices.filter(({ choice }) => isMenu(choice.name))
    },
  })
  const at = (label: string) => ({ label, tabIndex: label === stop ? 0 : -1 })
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') editor.view.focus()
    moveFocus(event, '[data-tool]')
  }
  return (
    <div
      role="toolbar"
      aria-label="Block"
      className="row"
      onFocus={(event) => setStop(event.target.dataset.tool ?? stop)}
      onKeyDown={pressed}
    >
      <ToolButton
        {...at('Move up')}
        Icon={ArrowUp}
        keys="Alt+ArrowUp"
        onClick={() => moveBlock(editor, -1)}
      />
      <ToolButton
        {...at('Move down')}
        Icon={ArrowDown}
        keys="Alt+ArrowDown"
        onClick={() => moveBlock(editor, 1)}
      />
      <ToolButton
        {...at('Duplicate')}
        Icon={Copy}
        keys="Control+D"
        onClick={() => duplicateBlock(editor)}
      />
      {choices.map(({ choice: { name, label, options }, value }) => {
        if (!isMenu(name)) return null
        const { Icon, set } = menus[name]
        return (
          <ToolMenu
            key={name}
            {...at(label)}
            editor={editor}
            Icon={Icon}
            choices={options.map((option) => ({
              label: asWord(option),
              sign: null,
              checked: option === value,
              choose: () => set(editor, option),
            }))}
          />
        )
      })}
      <ToolButton {...at('Options')} Icon={SlidersHorizontal} onClick={onOptions} />
      <ToolButton
        {...at('Delete block')}
        Icon={Trash2}
        keys="Delete"
        onClick={() => {
          deleteBlock(editor)
          editor.view.focus()
        }}
      />
    </div>
  )
}
