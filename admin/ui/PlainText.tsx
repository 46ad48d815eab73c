import { useState } from 'react'
import { textToHtml, visibleText } from '#api/http/contract/text.ts'

/** Where the caret was, for the editor to go on there. */
export type Typed = { focused: boolean; selection: number }
export const nothingTyped: Typed = { focused: false, selection: 0 }

type Props = {
  id?: string
  label: string
  value: string
  onChange: (html: string) => void
  describedBy?: string
  required?: boolean
  invalid?: boolean
  autoFocus?: boolean
}

// One function for all renders: a new one would be called, and take the focus, each time.
const focusNow = (area: HTMLTextAreaElement | null) => area?.focus({ preventScroll: true })

/** A text area in the editor's place. Formatted text that is there already can only be read in it: nothing may be lost. */
export function PlainText({
  id,
  label,
  value,
  onChange,
  describedBy,
  required = false,
  invalid = false,
  autoFocus = false,
  onTyped,
}: Props & { onTyped?: (typed: Typed) => void }) {
  const [text, setText] = useState(() => visibleText(value))
  const [readOnly] = useState(text !== '')
  return (
    <textarea
      id={id}
      className="input"
      dir="auto"
      ref={autoFocus ? focusNow : null}
      rows={8}
      aria-label={label}
      aria-required={required}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      readOnly={readOnly}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(textToHtml(event.target.value))
      }}
      onSelect={({ currentTarget }) =>
        onTyped?.({ focused: true, selection: currentTarget.selectionStart })
      }
      onBlur={() => onTyped?.(nothingTyped)}
    />
  )
}

/** For when the editor's code could not be fetched. */
export const MissingEditor = (props: Props) => (
  <>
    <PlainText {...props} />
    <p className="help" role="status">
      The editor could not be loaded; formatting needs it. Reload the page to try again.
    </p>
  </>
)
