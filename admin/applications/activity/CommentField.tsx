import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { fullName } from '#api/http/contract/text.ts'
import styles from './Activity.module.css'
import { completed, soughtAt, suggested } from './mention.ts'
import { type Reviewer, reviewersQuery } from './queries.ts'

type Props = {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
  error: string | undefined
  autoFocus?: boolean
  /** The buttons below. */
  children: ReactNode
}

/** A text field that offers the names of colleagues after an @. Ctrl+Enter sends. */
export function CommentField({
  id,
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
  const { data: reviewers = [] } = useQuery(reviewersQuery)
  const sought = soughtAt(value, caret)
  const offered = sought === undefined ? [] : suggested(sought, reviewers)

  function choose(reviewer: Reviewer) {
    const next = completed(value, caret, reviewer)
    onChange(next.text)
    setCaret(next.caret)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit()
  }

  return (
    <form
      className={styles.form}
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
        className="input"
        rows={value.includes('\n') || value.length > 80 ? 5 : 2}
        placeholder="Write a comment. @ mentions a colleague."
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error ${id}-offered`}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          setCaret(event.currentTarget.selectionStart)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-offered`} className="visually-hidden" role="status">
        {offered.length > 0 && `${offered.length} names below`}
      </p>
      {offered.length > 0 && (
        <ul className={styles.offered} aria-label="Mention">
          {offered.map((reviewer) => (
            <li key={reviewer.id}>
              <button type="button" className="button small" onClick={() => choose(reviewer)}>
                @{fullName(reviewer)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-error`} className="error" role="alert">
        {error}
      </p>
      <div className={styles.buttons}>{children}</div>
    </form>
  )
}
