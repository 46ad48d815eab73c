import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fullName } from '#api/core/http/contract/text.ts'
import { focusRecord } from '../focus-record.ts'
import styles from './Composer.module.css'
import { type Reviewer, reviewersQuery } from './comments.ts'
import { completed, soughtAt, suggested } from './mention.ts'

type Props = {
  id: string
  /** The id of the application. */
  application: number
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
  error: string | undefined
  autoFocus?: boolean
  /** The buttons below. */
  children: ReactNode
}

/** A text field that offers the names of colleagues after an @. Ctrl+Enter sends, Escape leaves it. */
export function CommentField({
  id,
  application,
  label,
  value,
  onChange,
  onSubmit,
  error,
  children,
  ...rest
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** Where the names were closed with Escape. */
  const [closedAt, setClosedAt] = useState<string>()
  const { data: reviewers = [] } = useQuery(reviewersQuery(application))
  const sought = soughtAt(value, caret)
  const offered = sought === undefined || sought === closedAt ? [] : suggested(sought, reviewers)
  const chosen = offered[Math.min(active, offered.length - 1)]

  function choose(reviewer: Reviewer) {
    const next = completed(value, caret, reviewer)
    // At once: a key pressed before the next frame would go elsewhere.
    flushSync(() => {
      setActive(0)
      onChange(next.text)
      setCaret(next.caret)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isWithControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && isWithControl) onSubmit()
    else if (event.key === 'Escape' && !chosen) focusRecord()
    else if (!chosen || isWithControl || event.altKey || event.shiftKey) return
    else if (step) setActive((offered.indexOf(chosen) + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
    else if (event.key === 'Escape') setClosedAt(sought)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <form
      className={`stack gap-2 ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <textarea
        {...rest}
        ref={field}
        id={id}
        className={`input ${styles.text}`}
        rows={2}
        placeholder="Write a comment. @ mentions a colleague."
        value={value}
        // A textarea can't be a combobox; this says which name Enter takes.
        aria-controls={chosen && `${id}-names`}
        aria-activedescendant={chosen && `${id}-name-${chosen.id}`}
        aria-autocomplete="list"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error ${id}-offered`}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          setActive(0)
          setClosedAt(undefined)
          setCaret(event.currentTarget.selectionStart)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-offered`} className="visually-hidden" role="status">
        {chosen && `${fullName(chosen)}, ${offered.indexOf(chosen) + 1} of ${offered.length}`}
      </p>
      {offered.length > 0 && (
        <div
          id={`${id}-names`}
          role="listbox"
          aria-label="Mention"
          className={`line wrap ${styles.offered}`}
        >
          {offered.map((reviewer) => (
            <button
              key={reviewer.id}
              id={`${id}-name-${reviewer.id}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={reviewer === chosen}
              className="button small"
              onClick={() => choose(reviewer)}
            >
              @{fullName(reviewer)}
            </button>
          ))}
        </div>
      )}
      <p id={`${id}-error`} className="error" role="alert">
        {error}
      </p>
      <div className={`line wrap ${styles.buttons}`}>{children}</div>
    </form>
  )
}
