import type { Editor } from '@tiptap/core'
import { type MouseEvent, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Tone } from '#api/rich-text/contract/tones.ts'
import { LinkPopover } from './LinkPopover.tsx'
import { moveFocus } from './move-focus.ts'
import styles from './RichTextEditor.module.css'
import type { ToolbarKind } from './schema.ts'
import { type ColorMark, ToneMenu, toneLabel } from './ToneMenu.tsx'
import { ToolButton } from './ToolButton.tsx'
import { type EditorWords, type Tool, type ToolGroups, toolGroups } from './tools.ts'
import type { EditorAddOn } from './use-editor.ts'

const isTool = (tool: Tool | string): tool is Tool => typeof tool !== 'string'

type ToolbarState = {
  pressed: string[]
  disabled: string[]
  tone?: Tone
  mark?: Tone
  href?: string
}

/** The state of the buttons for the current selection. */
const toolbarState = (editor: Editor, groups: ToolGroups): ToolbarState => {
  const tools = groups.flat().filter(isTool)
  const { schema } = editor
  return {
    pressed: tools.filter((tool) => tool.pressed?.(editor)).map((tool) => tool.label),
    disabled: tools.filter((tool) => tool.disabled?.(editor)).map((tool) => tool.label),
    tone: schema.marks.tone && editor.getAttributes('tone').tone,
    mark: schema.marks.mark && editor.getAttributes('mark').tone,
    href: editor.getAttributes('link').href,
  }
}

function useToolbarState(editor: Editor, groups: ToolGroups): ToolbarState {
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed)
      return () => void editor.off('transaction', changed)
    },
    [editor],
  )
  // Compared as a string, so that a key press that changes none of it causes no render.
  return JSON.parse(
    useSyncExternalStore(subscribe, () => JSON.stringify(toolbarState(editor, groups))),
  )
}

type Props = {
  editor: Editor
  kind: ToolbarKind
  words: EditorWords
  addOn: EditorAddOn | undefined
  label: string
  controls: string
}

type ItemProps = {
  editor: Editor
  tool: Tool | ColorMark | 'link'
  words: EditorWords
  state: ToolbarState
  tabIndex: (name: string) => 0 | -1
}

function Item({ editor, tool, words, state, tabIndex }: ItemProps) {
  if (tool === 'link') {
    const at = tabIndex(words.link)
    return <LinkPopover {...{ editor, words }} href={state.href} tabIndex={at} />
  }
  if (!isTool(tool)) {
    const at = tabIndex(toneLabel[tool])
    return <ToneMenu editor={editor} name={tool} current={state[tool]} tabIndex={at} />
  }
  const { label, Icon, keys, run, pressed } = tool
  const disabled = state.disabled.includes(label)
  const click = (event: MouseEvent) => {
    if (disabled) return
    // Keyboard activation keeps the focus in the toolbar, to allow several toggles in a row.
    if (event.detail > 0) editor.view.focus()
    run(editor.chain()).run()
  }
  const button = { label, Icon, keys, disabled, tabIndex: tabIndex(label), onClick: click }
  return <ToolButton {...button} aria-pressed={pressed && state.pressed.includes(label)} />
}

/** One Tab stop; arrow keys move within (WAI-ARIA toolbar pattern). */
export function Toolbar({ editor, kind, words, addOn, label, controls }: Props) {
  const groups = useMemo(() => toolGroups(kind, words), [kind, words])
  const state = useToolbarState(editor, groups)
  const [stop, setStop] = useState(groups.flat().find(isTool)?.label)
  const tabIndex = (name: string) => (name === stop ? 0 : -1)
  return (
    <div
      role="toolbar"
      aria-label={words.toolbar.replace('{field}', () => label)}
      aria-controls={controls}
      className={styles.toolbar}
      onFocus={(event) => setStop(event.target.dataset.tool ?? stop)}
      onKeyDown={(event) => moveFocus(event, '[data-tool]')}
    >
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change
        <div key={index} className={styles.group} role="presentation">
          {group.map((tool) => (
            <Item
              key={isTool(tool) ? tool.label : tool}
              {...{ editor, tool, words, state, tabIndex }}
            />
          ))}
        </div>
      ))}
      {addOn && (
        <div className={styles.group} role="presentation">
          <addOn.Tool editor={editor} tabIndex={tabIndex(addOn.tool)} />
        </div>
      )}
    </div>
  )
}
