import '../ui/blocks/blocks.css'
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import {
  ArrowDown,
  ArrowUp,
  Copy,
  CornerLeftDown,
  CornerLeftUp,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { describe } from '#api/website/blocks/contract/block.ts'
import { kindOf } from '#api/website/blocks/contract/kinds.ts'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { ToolButton } from '../ui/editor/ToolButton.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { RichText } from '../ui/RichText.tsx'
import styles from './Blocks.module.css'
import { ask, duplicate, move, writeBeside } from './commands.ts'
import { parseBlock } from './parse.ts'

function BlockTools({ editor, getPos, deleteNode, canEdit }: NodeViewProps & { canEdit: boolean }) {
  const tools: { label: string; Icon: LucideIcon; keys?: string; run: () => unknown }[] = [
    {
      label: 'Edit',
      Icon: Pencil,
      keys: 'Enter',
      run: () => ask(editor, { edit: getPos() ?? 0 }),
    },
    { label: 'Move up', Icon: ArrowUp, keys: 'Alt+ArrowUp', run: () => move(editor, -1) },
    { label: 'Move down', Icon: ArrowDown, keys: 'Alt+ArrowDown', run: () => move(editor, 1) },
    { label: 'Duplicate', Icon: Copy, keys: 'Control+D', run: () => duplicate(editor) },
    {
      label: 'Text above',
      Icon: CornerLeftUp,
      run: () => writeBeside(editor, 'above'),
    },
    {
      label: 'Text below',
      Icon: CornerLeftDown,
      keys: 'Control+Enter',
      run: () => writeBeside(editor, 'below'),
    },
    {
      label: 'Delete block',
      Icon: Trash2,
      keys: 'Delete',
      run: () => {
        deleteNode()
        editor.view.focus()
      },
    },
  ]
  const shown = canEdit ? tools : tools.slice(1)
  const [stop, setStop] = useState(shown[0]!.label)
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') editor.view.focus()
    moveFocus(event, '[data-tool]')
  }
  return (
    <div
      role="toolbar"
      aria-label="Block"
      className={`box ${styles.tools}`}
      contentEditable={false}
      suppressContentEditableWarning
      onFocus={(event) => setStop(event.target.dataset.tool ?? stop)}
      onKeyDown={pressed}
    >
      {shown.map(({ label, Icon, keys, run }) => (
        <ToolButton
          key={label}
          {...{ label, Icon }}
          {...(keys && { keys })}
          tabIndex={label === stop ? 0 : -1}
          onClick={run}
        />
      ))}
    </div>
  )
}

/** A block in the editor, as visitors see it; while it is selected, with its toolbar. */
export function BlockView(props: NodeViewProps) {
  const { node, selected, editor } = props
  const html: string = node.attrs.html
  const block = useMemo(() => parseBlock(html), [html])
  const isActive = selected && editor.isEditable
  const name = block ? describe(block) : 'Block'
  return (
    <NodeViewWrapper
      className={styles.block}
      role="group"
      aria-label={name}
      data-active={isActive}
      data-drag-handle
    >
      {isActive && (
        <>
          <span role="status" className="visually-hidden">
            {name}. Enter to edit, Alt and arrow keys to move.
          </span>
          <BlockTools
            {...props}
            canEdit={!block || (block.name !== 'table' && !kindOf(block.name).isRule)}
          />
        </>
      )}
      <div inert contentEditable={false} suppressContentEditableWarning>
        <RichText html={html} isForm={isPageText} />
      </div>
    </NodeViewWrapper>
  )
}
