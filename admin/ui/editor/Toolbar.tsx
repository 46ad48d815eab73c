import type { Editor } from '@tiptap/core'
import { type MouseEvent, useCallback, useState, useSyncExternalStore } from 'react'
import styles from '../RichTextEditor.module.css'
import { LinkPopover } from './LinkPopover.tsx'
import { moveFocus } from './move-focus.ts'
import type { ToolbarKind } from './schema.ts'
import { ToneMenu } from './ToneMenu.tsx'
import { ToolButton } from './ToolButton.tsx'
import { type Tool, toolGroups } from './tools.ts'

const isTool = (tool: Tool | string): tool is Tool => typeof tool !== 'string'

/** What the buttons show of the place where the caret is. */
const look = (editor: Editor, kind: ToolbarKind) => {
  const tools = toolGroups[kind].flat().filter(isTool)
  const { schema } = editor
  return {
    pressed: tools.filter((tool) => tool.pressed?.(editor)).map((tool) => tool.label),
    disabled: tools.filter((tool) => tool.disabled?.(editor)).map((tool) => tool.label),
    tone: schema.marks.tone && editor.getAttributes('tone').tone,
    mark: schema.marks.mark && editor.getAttributes('mark').tone,
    href: editor.getAttributes('link').href as string | undefined,
  }
}

function useLook(editor: Editor, kind: ToolbarKind): ReturnType<typeof look> {
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed)
      return () => void editor.off('transaction', changed)
    },
    [editor],
  )
  // As a string, so that a key press which changes nothing of it renders nothing.
  return JSON.parse(useSyncExternalStore(subscribe, () => JSON.stringify(look(editor, kind))))
}

type Props = { editor: Editor; kind: ToolbarKind; label: string; controls: string }

/** The toolbar: one stop of the Tab key, arrow keys within. */
export function Toolbar({ editor, kind, label, controls }: Props) {
  const state = useLook(editor, kind)
  const groups = toolGroups[kind]
  const [stop, setStop] = useState(groups.flat().find(isTool)?.label)
  const tabIndex = (name: string) => (name === stop ? 0 : -1)

  const click = (tool: Tool) => (event: MouseEvent) => {
    if (state.disabled.includes(tool.label)) return
    // From the keyboard the focus stays here, so that several can be switched one after another.
    if (event.detail > 0) editor.view.focus()
    tool.run(editor.chain()).run()
  }
  const button = (tool: Tool | 'tone' | 'mark' | 'link') => {
    if (tool === 'link')
      return (
        <LinkPopover key={tool} editor={editor} href={state.href} tabIndex={tabIndex('Link')} />
      )
    if (!isTool(tool)) {
      const name = tool === 'tone' ? 'Text colour' : 'Background colour'
      const current = state[tool]
      return (
        <ToneMenu
          key={tool}
          editor={editor}
          name={tool}
          current={current}
          tabIndex={tabIndex(name)}
        />
      )
    }
    return (
      <ToolButton
        key={tool.label}
        label={tool.label}
        Icon={tool.Icon}
        keys={tool.keys}
        tabIndex={tabIndex(tool.label)}
        aria-pressed={tool.pressed && state.pressed.includes(tool.label)}
        disabled={state.disabled.includes(tool.label)}
        onClick={click(tool)}
      />
    )
  }
  return (
    <div
      role="toolbar"
      aria-label={`Formatting: ${label}`}
      aria-controls={controls}
      className={styles.toolbar}
      onFocus={(event) => setStop(event.target.dataset.tool ?? stop)}
      onKeyDown={(event) => moveFocus(event, '[data-tool]')}
    >
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change
        <div key={index} className={styles.group} role="presentation">
          {group.map(button)}
        </div>
      ))}
    </div>
  )
}
