import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { RichText } from '../RichText.tsx'
import { Marked } from './Marked.tsx'
import { isRichText } from './merge.ts'
import styles from './SaveConflict.module.css'
import type { SaveState } from './use-save.ts'
import { compareTexts, inShort } from './words.ts'

/**
 * Shown when someone else saved first and both changed the same fields: asks for each which version
 * to keep. All other changes of both are merged already.
 */
export function SaveConflict({
  saving: { contest, choose },
  both = {},
}: {
  saving: Pick<SaveState, 'contest' | 'choose'>
  /** By field, how two texts are put together; offered as a third choice. */
  both?: Partial<Record<string, (mine: unknown, theirs: unknown) => unknown>>
}) {
  const box = useRef<HTMLDivElement>(null)
  const asked = Number(Boolean(contest)) + Number(contest?.isDue ?? false)
  useLayoutEffect(() => {
    if (asked) box.current?.focus()
  }, [asked])
  if (!contest) return null
  const { by, thing, taken, fields, isDue } = contest
  const isMe = by === 'You'
  return (
    <div className={`notice ${styles.conflict}`} role="alert" ref={box} tabIndex={-1}>
      <h2>
        {by} changed this {thing} {isMe ? 'in another window' : 'while you were editing'}
      </h2>
      {taken.length > 0 && (
        <p>{`${isMe ? 'The other window’s' : 'Their'} changes are in the form: ${taken.join(', ')}.`}</p>
      )}
      <p>
        We merged your changes. Choose a version for: {fields.map(({ label }) => label).join(', ')}.
        Then save again.
      </p>
      {fields.map(({ name, label, show, base, mine, theirs, choice }) => {
        const join = both[name]
        const id = `version-${name}`
        const option = (
          whose: string,
          value: unknown,
          kind: 'mine' | 'theirs',
          key = kind as string,
        ) => (
          <label className={styles.version}>
            <input
              type="radio"
              name={id}
              value={key}
              defaultChecked={choice === key}
              onChange={() => choose(name, value, kind)}
            />
            <span>
              <strong>{whose}</strong>
              {key === 'both' ? null : <Version base={show(base)} value={show(value)} />}
            </span>
          </label>
        )
        return (
          <fieldset
            key={name}
            className={`stack gap-2 ${styles.field}`}
            aria-describedby={isDue && !choice ? `${id}-error` : undefined}
          >
            <legend className="label">{label}</legend>
            {option('Yours', mine, 'mine')}
            {option(isMe ? 'From the other window' : `${by}’s`, theirs, 'theirs')}
            {join && option('Keep both', join(mine, theirs), 'mine', 'both')}
            {isDue && !choice && (
              <p className="error" id={`${id}-error`}>
                Choose a version
              </p>
            )}
          </fieldset>
        )
      })}
    </div>
  )
}

const isLong = (value: unknown) => typeof value === 'string' && value.length > 60

/** A version; of a text, the words that were added and removed since `base`. */
function Version({ base, value }: { base: unknown; value: unknown }) {
  const isText = [base, value].every(isRichText) || isLong(base) || isLong(value)
  const parts = isText ? compareTexts(String(base ?? ''), String(value ?? '')) : []
  // Otherwise only its formatting or images were changed.
  const hasOtherWords = parts.some(({ kind }) => kind !== 'same')
  if (!base || !hasOtherWords) return <Shown value={value} />
  return <Marked parts={inShort(parts)} />
}

/** A field's value, in whatever form its field has it. */
export function Shown({ value }: { value: unknown }): ReactNode {
  if (typeof value === 'string' && value.startsWith('<'))
    return <RichText html={value} isForm={isPageText} />
  const parts = Array.isArray(value) ? value.map(inWords).filter(Boolean) : [inWords(value)]
  if (!parts.some(Boolean)) return <span className={styles.empty}>(empty)</span>
  if (parts.length === 1) return <span dir="auto">{parts[0]}</span>
  return (
    <ol>
      {parts.map((part) => (
        <li key={part} dir="auto">
          {part}
        </li>
      ))}
    </ol>
  )
}

/** 'FULL_TIME' as 'Full time'; a place or a question as its parts. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([key, part]) => key !== 'id' && part !== false && inWords(part))
      .map(([key, part]) => (part === true ? key.replaceAll('_', ' ') : inWords(part)))
      .join(' · ')
  const text = String(value)
  if (!/^[a-zA-Z]+(_[a-zA-Z]+)+$/.test(text)) return text
  const words = text.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
