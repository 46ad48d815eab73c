import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  type Block,
  emptyEntry,
  problemOf,
  type Values,
} from '#api/website/blocks/contract/block.ts'
import { type Entries, kindOf, type Part } from '#api/website/blocks/contract/kinds.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { BlockField } from './BlockField.tsx'
import styles from './Blocks.module.css'

/** An entry keeps its key while it moves, and so what its fields hold. */
type Keyed = { key: number; values: Values }

let lastKey = 0
const keyed = (values: Values): Keyed => ({ key: ++lastKey, values })

/** What is filled in: not the buttons that move and remove entries. */
const fields = ':is(input, textarea, select, [contenteditable], button):not([data-entry-tools] *)'

/** The form of a block, made from its kind. */
export default function BlockDialog({
  block,
  isNew,
  onSave,
  onClose,
}: {
  block: Block
  isNew: boolean
  onSave: (block: Block) => void
  onClose: () => void
}) {
  const kind = kindOf(block.name)
  const [values, setValues] = useState(block.values)
  const [entries, setEntries] = useState(() => block.entries.map(keyed))
  const [dirty, setDirty] = useState(false)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>(fields)?.focus(), [])
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setDirty(true)
      set(value)
    }
  }
  const isFaulty = () =>
    faults(kind.parts, values) ||
    entries.some((entry) => faults(kind.entries?.parts ?? [], entry.values)) ||
    (kind.entries && entries.length < kind.entries.min)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isFaulty()) return onSave({ ...block, values, entries: entries.map((one) => one.values) })
    setTried(true)
    requestAnimationFrame(() =>
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')
        ?.focus(),
    )
  }
  return (
    <Modal
      title={isNew ? `Add: ${kind.label}` : kind.label}
      onClose={onClose}
      dirty={dirty}
      size="large"
    >
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <PartFields parts={kind.parts} values={values} onChange={change(setValues)} tried={tried} />
        {kind.entries && (
          <EntryFields
            kind={kind.entries}
            entries={entries}
            onChange={change(setEntries)}
            tried={tried}
          />
        )}
        <ModalActions>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary">
            {isNew ? 'Add block' : 'Save block'}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}

const faults = (parts: Part[], values: Values) =>
  parts.some((part) => problemOf(part, values[part.name]))

function PartFields({
  parts,
  values,
  onChange,
  tried,
}: {
  parts: Part[]
  values: Values
  onChange: (values: Values) => void
  tried: boolean
}) {
  // Several fields may change before the next render.
  const latest = useRef(values)
  latest.current = values
  return parts.map((part) => (
    <BlockField
      key={part.name}
      part={part}
      value={values[part.name]}
      onChange={(value) => {
        latest.current = { ...latest.current, [part.name]: value }
        onChange(latest.current)
      }}
      problem={tried ? problemOf(part, values[part.name]) : undefined}
    />
  ))
}

function EntryFields({
  kind,
  entries,
  onChange,
  tried,
}: {
  kind: Entries
  entries: Keyed[]
  onChange: (entries: Keyed[]) => void
  tried: boolean
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  /** The focus goes to the one with this number, among what the selector finds in the entry. */
  const focusOn = (entry: number, selector: string, number = 0) =>
    requestAnimationFrame(() =>
      list.current
        ?.querySelectorAll('fieldset')
        [entry]?.querySelectorAll<HTMLElement>(selector)
        [number]?.focus(),
    )
  const move = (at: number, to: number, button: number) => {
    const next = [...entries]
    next.splice(to, 0, ...next.splice(at, 1))
    onChange(next)
    // The browser takes the focus from an element that is moved.
    focusOn(to, 'button', button)
  }
  const one = kind.one[0]!.toUpperCase() + kind.one.slice(1)
  return (
    <div ref={list} className={styles.entries}>
      {entries.map(({ key, values }, at) => (
        <fieldset key={key} aria-labelledby={`${id}-${key}`}>
          <div className={`row wrap gap-1 ${styles.entryHead}`} data-entry-tools>
            <span id={`${id}-${key}`} className="label">
              {one} {at + 1}
            </span>
            <EntryButton
              label={`Move ${kind.one} ${at + 1} up`}
              isOff={at === 0}
              onPress={() => move(at, at - 1, 0)}
            >
              ↑
            </EntryButton>
            <EntryButton
              label={`Move ${kind.one} ${at + 1} down`}
              isOff={at === entries.length - 1}
              onPress={() => move(at, at + 1, 1)}
            >
              ↓
            </EntryButton>
            <EntryButton
              label={`Remove ${kind.one} ${at + 1}`}
              isOff={entries.length <= kind.min}
              onPress={() => {
                onChange(entries.filter((_, index) => index !== at))
                focusOn(Math.max(0, at - 1), fields)
              }}
            >
              Remove
            </EntryButton>
          </div>
          <PartFields
            parts={kind.parts}
            values={values}
            onChange={(changed) =>
              onChange(
                entries.map((entry) => (entry.key === key ? { key, values: changed } : entry)),
              )
            }
            tried={tried}
          />
        </fieldset>
      ))}
      <div>
        <button
          type="button"
          className="button small"
          aria-disabled={entries.length >= kind.max}
          onClick={() => {
            if (entries.length >= kind.max) return
            onChange([...entries, keyed(emptyEntry(kind.parts))])
            focusOn(entries.length, fields)
          }}
        >
          {`Add ${/^[aeiou]/.test(kind.one) ? 'an' : 'a'} ${kind.one}`}
        </button>
      </div>
    </div>
  )
}

function EntryButton({
  label,
  isOff,
  onPress,
  children,
}: {
  label: string
  /** It keeps the focus. */
  isOff: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="button small quiet"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => isOff || onPress()}
    >
      {children}
    </button>
  )
}
