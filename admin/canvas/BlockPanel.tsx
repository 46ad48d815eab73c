import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Fragment } from 'react'
import { visibleText } from '#api/core/http/contract/text.ts'
import type { BlockLink, BlockPicture } from '#api/website/blocks/contract/kinds.ts'
import {
  addEntry,
  caretInFirst,
  finishAddress,
  moveEntry,
  removeEntry,
  setAddress,
  setChoice,
  setPicture,
} from '../blocks/nodes/commands.ts'
import { blockIn, entryNodesIn } from '../blocks/nodes/convert.ts'
import { type CurrentBlock, type CurrentPart, currentBlock } from '../blocks/nodes/current.ts'
import { addColumn, addRow, removeColumn, removeRow, toggleHead } from '../blocks/nodes/table.ts'
import { AddressField } from './AddressField.tsx'
import { asWord, BlockChoice } from './BlockChoice.tsx'
import styles from './BlockPanel.module.css'
import { PictureField } from './PictureField.tsx'

/** What there is to choose for the block that the caret is in. */
export default function BlockPanel({ editor }: { editor: Editor }) {
  const block = useEditorState({
    editor,
    selector: ({ editor }) => currentBlock(editor.state),
    // Nodes are compared by themselves: a change makes a new one.
    equalityFn: (a, b) =>
      a?.node === b?.node &&
      a?.pos === b?.pos &&
      a?.entry?.index === b?.entry?.index &&
      a?.cell?.row === b?.cell?.row &&
      a?.cell?.column === b?.cell?.column,
  })
  if (!block)
    return (
      <p className="soft">
        Place the cursor in a block to see its options. To add a block, use the + beside the text or
        type / on an empty line.
      </p>
    )
  return (
    <div className="stack gap-5">
      <h2 className={styles.title}>{block.label}</h2>
      <Parts editor={editor} parts={block.parts} />
      {block.several && <Entries {...{ editor, block }} several={block.several} />}
      {block.name === 'table' && <TableActions {...{ editor, block }} />}
      {block.choices.map((one) => (
        <BlockChoice
          key={one.choice.name}
          {...one}
          onChange={(value) => setChoice(editor, one.choice.name, value)}
        />
      ))}
    </div>
  )
}

/** Pictures and addresses: what can't be written in the page. */
function Parts({ editor, parts }: { editor: Editor; parts: CurrentPart[] }) {
  return parts.map(({ part, pos, value, problem }) => {
    if (part.kind === 'picture')
      return (
        <PictureField
          key={pos}
          label={part.label}
          isRequired={Boolean(part.required)}
          value={value as BlockPicture | undefined}
          problem={problem}
          onChange={(picture) => setPicture(editor, picture, pos)}
        />
      )
    if (part.kind !== 'link') return null
    const link = value as BlockLink | undefined
    return (
      <AddressField
        key={pos}
        part={part}
        href={link?.href ?? ''}
        // That of its text is in the page.
        problem={link?.text ? problem : undefined}
        onChange={(address) => setAddress(editor, address, pos)}
        onFinish={() => finishAddress(editor, pos)}
      />
    )
  })
}

const textOf = (value: unknown) =>
  typeof value === 'string'
    ? visibleText(value)
    : value && typeof value === 'object' && 'alt' in value
      ? String(value.alt)
      : ''

/** The entries, of which that with the caret can be moved and removed. */
function Entries({
  editor,
  block: { node, pos, entry, entryCount },
  several: { one, many, min, max, parts },
}: {
  editor: Editor
  block: CurrentBlock
  several: NonNullable<CurrentBlock['several']>
}) {
  const { entries } = blockIn(node)
  const nodes = entryNodesIn(node)
  const nameOf = (at: number) => {
    const texts = parts.map(({ name }) => textOf(entries[at]?.[name]))
    return texts.find((text) => text && text !== entries[at]?.icon)?.slice(0, 60)
  }
  const goTo = (at: number) => {
    let start = -1
    node.descendants((child, offset) => {
      if (child === nodes[at]) start = pos + 1 + offset
      return start < 0
    })
    if (start < 0) return
    editor.view.dispatch(caretInFirst(editor.state.tr, start).scrollIntoView())
  }
  const isFirst = entry?.index === 0
  const isLast = entry?.index === entryCount - 1
  const word = asWord(one)
  return (
    <fieldset className="stack gap-3">
      <legend className="label">{asWord(many)}</legend>
      <ol className={styles.entries}>
        {nodes.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
          <li key={at}>
            <button
              type="button"
              className="button quiet small"
              aria-current={entry?.index === at ? 'true' : undefined}
              onClick={() => goTo(at)}
            >
              <span className="clip" dir="auto">
                {nameOf(at) ?? `${word} ${at + 1}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {entry && (
        <Fragment key={entry.index}>
          <div className="row wrap">
            <EntryButton
              label={`Move up: ${one} ${entry.index + 1}`}
              isOff={isFirst}
              onPress={() => moveEntry(editor, -1)}
            >
              Move up
            </EntryButton>
            <EntryButton
              label={`Move down: ${one} ${entry.index + 1}`}
              isOff={isLast}
              onPress={() => moveEntry(editor, 1)}
            >
              Move down
            </EntryButton>
            <EntryButton
              label={`Remove: ${one} ${entry.index + 1}`}
              isOff={entryCount <= min}
              onPress={() => removeEntry(editor)}
            >
              Remove
            </EntryButton>
          </div>
          <Parts editor={editor} parts={entry.parts} />
          {entry.choices.map((choice) => (
            <BlockChoice
              key={choice.choice.name}
              {...choice}
              onChange={(value) => setChoice(editor, choice.choice.name, value)}
            />
          ))}
        </Fragment>
      )}
      <div>
        <EntryButton
          isOff={entryCount >= max}
          onPress={() => {
            addEntry(editor)
            editor.view.focus()
          }}
        >
          {`Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`}
        </EntryButton>
      </div>
    </fieldset>
  )
}

function TableActions({ editor, block: { cell } }: { editor: Editor; block: CurrentBlock }) {
  const actions: [string, () => unknown][] = [
    ['Add a row above', () => addRow(editor, 'above')],
    ['Add a row below', () => addRow(editor, 'below')],
    ['Remove the row', () => removeRow(editor)],
    ['Add a column before', () => addColumn(editor, 'before')],
    ['Add a column after', () => addColumn(editor, 'after')],
    ['Remove the column', () => removeColumn(editor)],
    ['First row as heading', () => toggleHead(editor)],
  ]
  if (!cell) return <p className="note">Put the caret into a cell to change rows and columns.</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a row in all browsers
    <div className="row wrap" role="group" aria-label="Rows and columns">
      {actions.map(([label, run]) => (
        <EntryButton key={label} isOff={false} onPress={run}>
          {label}
        </EntryButton>
      ))}
    </div>
  )
}

/** Turned off, it keeps the focus. */
function EntryButton({
  label,
  isOff,
  onPress,
  children,
}: {
  label?: string
  isOff: boolean
  onPress: () => unknown
  children: string
}) {
  return (
    <button
      type="button"
      className="button small"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => isOff || onPress()}
    >
      {children}
    </button>
  )
}
