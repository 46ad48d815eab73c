import { type FormEvent, useId, useRef, useState } from 'react'
import { type Block, emptyEntry, problemOf, type Values } from '#api/blocks/contract/block.ts'
import { type Entries, kindOf, type Part } from '#api/blocks/contract/kinds.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { BlockField } from './BlockField.tsx'
import styles from './Blocks.module.css'

/** An entry keeps its key while it moves, and so what its fields hold. */
type Keyed = { key: number; values: Values }

let lastKey = 0
const keyed = (values: Values): Keyed => ({ key: ++lastKey, values })

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
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setDirty(true)
      set(value)
    }
  }
  const isFaulty = () =>
    faults(kind.parts, values) ||
    entries.some((entry) => faults(kind.entries?.parts ?? [], entry.values)) ||
    (kind.entries && entries.length < kind.entries.least)
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
            {isNew ? 'Add Block' : 'Save Block'}
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
  const focusOn = (at: number) =>
    requestAnimationFrame(() =>
      list.current
        ?.querySelectorAll('fieldset')
        [at]?.querySelector<HTMLElement>('input, textarea, select, button')
        ?.focus(),
    )
  const swap = (at: number, to: number) => {
    const next = [...entries]
    next.splice(to, 0, ...next.splice(at, 1))
    onChange(next)
  }
  const one = kind.one[0]!.toUpperCase() + kind.one.slice(1)
  return (
    <div ref={list} className={styles.entries}>
      {entries.map(({ key, values }, at) => (
        <fieldset key={key} aria-labelledby={`${id}-${key}`}>
          <div className={styles.entryHead}>
            <span id={`${id}-${key}`} className="label">
              {one} {at + 1}
            </span>
            <button
              type="button"
              className="button small quiet"
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
              aria-label={`Move ${kind.one} ${at + 1} up`}
            >
              ↑
            </button>
            <button
              type="button"
              className="button small quiet"
              disabled={at === entries.length - 1}
              onClick={() => swap(at, at + 1)}
              aria-label={`Move ${kind.one} ${at + 1} down`}
            >
              ↓
            </button>
            <button
              type="button"
              className="button small quiet"
              disabled={entries.length <= kind.least}
              onClick={() => {
                onChange(entries.filter((_, index) => index !== at))
                focusOn(Math.max(0, at - 1))
              }}
              aria-label={`Remove ${kind.one} ${at + 1}`}
            >
              Remove
            </button>
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
          disabled={entries.length >= kind.most}
          onClick={() => {
            onChange([...entries, keyed(emptyEntry(kind.parts))])
            focusOn(entries.length)
          }}
        >
          Add a{/^[aeiou]/.test(kind.one) && 'n'} {kind.one}
        </button>
      </div>
    </div>
  )
}
