import type { Editor } from '@tiptap/core'
import { Braces } from 'lucide-react'
import { useContext } from 'react'
import { isRichText } from '#api/core/rich-text/contract/rich-text-form.ts'
import RichTextEditor, { type RichTextEditorProps } from '../ui/editor/RichTextEditor.tsx'
import { ToolPopover } from '../ui/editor/ToolPopover.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { closePanel } from '../ui/popover/Popover.tsx'
import styles from './EmailEditor.module.css'
import { OfferedPlaceholders, placeholderLabel } from './placeholder-label.ts'

/** A menu that inserts a placeholder at the caret. */
function PlaceholderTool({ editor, tabIndex }: { editor: Editor; tabIndex: number }) {
  const offered = useContext(OfferedPlaceholders)
  const focusFirst = (panel: HTMLElement) => panel.querySelector('button')?.focus()
  return (
    <ToolPopover
      role="menu"
      label="Placeholder"
      Icon={Braces}
      tabIndex={tabIndex}
      onOpen={focusFirst}
    >
      <div
        className={styles.placeholders}
        role="none"
        onKeyDown={(event) => moveFocus(event, 'button')}
      >
        {offered.map((name) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={({ currentTarget }) => {
              closePanel(currentTarget)
              editor.view.focus()
              // As a node: Tiptap would parse a string, which our Trusted Types policy forbids.
              editor.commands.insertContent({ type: 'text', text: `{${name}}` })
            }}
          >
            {placeholderLabel[name]} <code>{`{${name}}`}</code>
          </button>
        ))}
      </div>
    </ToolPopover>
  )
}

const addOn = { extensions: [], isForm: isRichText, tools: { Placeholder: PlaceholderTool } }

/** The editor of emails to candidates: rich text with placeholders. */
export default function EmailEditor(props: RichTextEditorProps) {
  return <RichTextEditor {...props} addOn={addOn} />
}
