import { type KeyboardEvent, useState } from 'react'
import { editor as words } from '#api/core/words/contract/en.ts'
import { type BlockName, blockNames, kindOf } from '#api/website/blocks/contract/kinds.ts'
import { patterns } from '#api/website/blocks/contract/patterns.ts'
import { Modal } from '../ui/dialog/Modal.tsx'
import { headings, lists, type Tool } from '../ui/editor/tools.ts'
import { moveFocus } from '../ui/move-focus.ts'
import { BlockDrawing } from './BlockDrawing.tsx'
import styles from './Blocks.module.css'

const matching = (typed: string) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return (label: string) => words.every((word) => label.toLowerCase().includes(word))
}

/** What is no block, but is looked for among them. */
const textTools = [...headings, ...lists(words)]

/** Chooses a block, a whole page to begin with, or what the caret's line is to be. */
export default function InsertDialog({
  hasBlocks = true,
  onChoose,
  onInsert,
  onText,
  onClose,
}: {
  /** False within a block, which takes text styles only. */
  hasBlocks?: boolean
  onChoose: (name: BlockName) => void
  /** Gets the HTML of a starter page. */
  onInsert: (html: string) => void
  onText: (tool: Tool) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const matches = matching(typed)
  const names = hasBlocks ? blockNames.filter((name) => matches(kindOf(name).label)) : []
  const texts = typed.trim() || !hasBlocks ? textTools.filter(({ label }) => matches(label)) : []
  const pages = hasBlocks ? patterns.filter(({ label }) => matches(`${label} page`)) : []
  const first = () => {
    if (names[0]) onChoose(names[0])
    else if (texts[0]) onText(texts[0])
    else if (pages[0]) onInsert(pages[0].html)
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    first()
  }
  return (
    <Modal title="Add a block" onClose={onClose} size="large">
      <input
        className="input"
        type="search"
        aria-label="Find a block"
        placeholder="Find a block, such as people or numbers"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={enter}
        data-autofocus
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among its buttons */}
      <div onKeyDown={(event) => moveFocus(event, 'button')}>
        {names.length > 0 && (
          <ul className={styles.kinds}>
            {names.map((name) => (
              <li key={name}>
                <button type="button" onClick={() => onChoose(name)}>
                  <BlockDrawing name={name} />
                  {kindOf(name).label}
                </button>
              </li>
            ))}
          </ul>
        )}
        {texts.length > 0 && (
          <>
            <h3 className={styles.heading}>Text</h3>
            <ul className={styles.kinds}>
              {texts.map((tool) => (
                <li key={tool.label}>
                  <button type="button" onClick={() => onText(tool)}>
                    <tool.Icon size={17} aria-hidden="true" />
                    {tool.label}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {pages.length > 0 && (
          <>
            <h3 className={styles.heading}>Starter pages</h3>
            <ul className={styles.kinds}>
              {pages.map(({ label, html }) => (
                <li key={label}>
                  <button type="button" onClick={() => onInsert(html)}>
                    {label}
                    <span className="visually-hidden"> page</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {!names.length && !texts.length && !pages.length && (
        <p role="status">No block is called that.</p>
      )}
    </Modal>
  )
}
