import type { Editor } from '@tiptap/core'
import { Ellipsis } from 'lucide-react'
import { type MouseEvent, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Tone } from '#api/core/rich-text/contract/tones.ts'
import { moveFocus } from '../move-focus.ts'
import { LinkPopover } from './LinkPopover.tsx'
import styles from './RichTextEditor.module.css'
import type { ToolbarKind } from './schema.ts'
import { ToneMenu, toneLabel } from './ToneMenu.tsx'
import { ToolButton } from './ToolButton.tsx'
import { ToolMenu } from './ToolMenu.tsx'
import { type EditorWords, type Tool, type ToolGroup, type ToolSet, toolGroups } from './tools.ts'
import type { EditorAddOn } from './use-editor.ts'

type Item = ToolGroup['items'][number]

const isToolSet = (item: Item): item is ToolSet => typeof item !== 'string' && 'tools' in item

const nameOf = (item: Item, words: EditorWords) => {
  if (item === 'link') return words.link
  return typeof item === 'string' ? toneLabel[item] : item.label
}

const toolsOf = (groups: ToolGroup[]): Tool[] =>
  groups
    .flatMap(({ items }) => items)
    .flatMap((item) => (typeof item === 'string' ? [] : isToolSet(item) ? item.tools : item))

type ToolbarState = {
  pressed: string[]
  disabled: string[]
  tone?: Tone
  mark?: Tone
  href?: string
}

/** The state of the buttons for the current selection. */
const toolbarState = (editor: Editor, groups: ToolGroup[]): ToolbarState => {
  const tools = toolsOf(groups)
  const { schema } = editor
  return {
    pressed: tools.filter((tool) => tool.pressed?.(editor)).map((tool) => tool.label),
    disabled: tools.filter((tool) => tool.disabled?.(editor)).map((tool) => tool.label),
    tone: schema.marks.tone && editor.getAttributes('tone').tone,
    mark: schema.marks.mark && editor.getAttributes('mark').tone,
    href: editor.getAttributes('link').href,
  }
}

function useToolbarState(editor: Editor, groups: ToolGroup[]): ToolbarState {
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
  item: Item
  words: EditorWords
  state: ToolbarState
  tabIndex: 0 | -1
}

function ToolbarItem({ editor, item, words, state, tabIndex }: ItemProps) {
  if (item === 'link') return <LinkPopover {...{ editor, words, tabIndex }} href={state.href} />
  if (item === 'tone' || item === 'mark')
    return <ToneMenu editor={editor} name={item} current={state[item]} tabIndex={tabIndex} />
  if (isToolSet(item)) {
    const isOn = ({ label }: Tool) => state.pressed.includes(label)
    const choices = item.tools.map((tool) => ({
      label: tool.label,
      sign: <tool.Icon size={17} aria-hidden="true" />,
      checked: isOn(tool),
      keys: tool.keys,
      choose: () => tool.run(editor.chain()).run(),
    }))
    const { Icon } = item.tools.find(isOn) ?? item.tools[0]!
    return <ToolMenu {...{ editor, choices, Icon, tabIndex }} label={item.label} />
  }
  const { label, Icon, keys, run, pressed } = item
  const disabled = state.disabled.includes(label)
  const click = (event: MouseEvent) => {
    if (disabled) return
    // Keyboard activation keeps the focus in the toolbar, to allow several toggles in a row.
    if (event.detail > 0) editor.view.focus()
    run(editor.chain()).run()
  }
  const button = { label, Icon, keys, disabled, tabIndex, onClick: click }
  return <ToolButton {...button} aria-pressed={pressed && state.pressed.includes(label)} />
}

const more = 'More'

/** One row and one Tab stop; arrow keys move within (WAI-ARIA toolbar pattern). */
export function Toolbar({ editor, kind, words, addOn, label, controls }: Props) {
  const groups = useMemo(() => toolGroups(kind, words), [kind, words])
  const state = useToolbarState(editor, groups)
  const [stop, setStop] = useState(() => nameOf(groups[0]!.items[0]!, words))
  const [wasOpened, setOpened] = useState(false)
  const extras = groups.filter(({ isExtra }) => isExtra)
  // The Tab stop is never hidden, not even once the toolbar gets narrow.
  const isOpen =
    wasOpened || extras.some(({ items }) => items.some((item) => nameOf(item, words) === stop))
  const tabIndex = (name: string) => (name === stop ? 0 : -1)
  const groupOf = ({ items, isExtra }: ToolGroup) => (
    <div
      key={nameOf(items[0]!, words)}
      className={isExtra ? `${styles.group} ${styles.extra}` : styles.group}
      role="presentation"
    >
      {items.map((item) => {
        const name = nameOf(item, words)
        return (
          <ToolbarItem key={name} {...{ editor, item, words, state }} tabIndex={tabIndex(name)} />
        )
      })}
    </div>
  )
  return (
    <div
      role="toolbar"
      aria-label={words.toolbar.replace('{field}', () => label)}
      aria-controls={controls}
      className={styles.toolbar}
      data-open={isOpen || undefined}
      onFocus={(event) => setStop(event.target.dataset.tool ?? stop)}
      onKeyDown={(event) => moveFocus(event, '[data-tool]')}
    >
      {groups.filter(({ isExtra }) => !isExtra).map(groupOf)}
      {addOn && (
        <div className={styles.group} role="presentation">
          {Object.entries(addOn.tools).map(([name, Tool]) => (
            <Tool key={name} editor={editor} tabIndex={tabIndex(name)} />
          ))}
        </div>
      )}
      {kind === 'full' && (
        <div className={`${styles.group} ${styles.more}`} role="presentation">
          <ToolButton
            label={more}
            Icon={Ellipsis}
            aria-expanded={isOpen}
            tabIndex={tabIndex(more)}
            onClick={() => {
              setOpened(!isOpen)
              setStop(more)
            }}
          />
        </div>
      )}
      {extras.map(groupOf)}
    </div>
  )
}
