import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import type { Contest } from '../../lib/drafts/merge.ts'
import { RichText } from '../RichText.tsx'
import styles from './SaveConflict.module.css'

type Saving = {
  contest: Contest | undefined
  choose: (name: string, value: unknown, choice: 'mine' | 'theirs') => void
}

/**
 * Shown when someone else saved this `thing` first and both changed the same fields: asks for each
 * which version to keep. All other changes of both are merged already.
 */
export function SaveConflict<Name extends string>({
  saving: { contest, choose },
  thing,
  names,
  both = {},
}: {
  saving: Saving
  thing: string
  names: Partial<Record<Name, string>>
  /** By field, how two texts are put together; offered as a third choice. */
  both?: { [name in Name]?: (mine: unknown, theirs: unknown) => unknown }
}) {
  const box = useRef<HTMLDivElement>(null)
  const asked = Number(Boolean(contest)) + Number(contest?.isDue ?? false)
  useLayoutEffect(() => {
    if (asked) box.current?.focus()
  }, [asked])
  if (!contest) return null
  const { by } = contest
  const isMe = by === 'You'
  const labels = contest.fields.map(({ name }) => names[name as Name] ?? name)
  return (
    <div className={`notice ${styles.conflict}`} role="alert" ref={box} tabIndex={-1}>
      <h2>
        {by} changed this {thing} {isMe ? 'in another window' : 'while you were editing'}
      </h2>
      <p>We merged your changes. Choose a version for: {labels.join(', ')}. Then save again.</p>
      {contest.fields.map(({ name, mine, theirs, choice }, index) => {
        const join = both[name as Name]
        const id = `version-${name}`
        const option = (
          label: string,
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
              <strong>{label}</strong>
              {key === 'both' ? null : <Shown value={value} />}
            </span>
          </label>
        )
        return (
          <fieldset
            key={name}
            className={styles.field}
            aria-describedby={contest.isDue && !choice ? `${id}-error` : undefined}
          >
            <legend className="label">{labels[index]}</legend>
            {option('Yours', mine, 'mine')}
            {option(isMe ? 'From the other window' : `${by}’s`, theirs, 'theirs')}
            {join && option('Keep both', join(mine, theirs), 'mine', 'both')}
            {contest.isDue && !choice && (
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
