import { useState } from 'react'
import { textToHtml, visibleText } from '#api/core/http/contract/text.ts'

/** Focus and caret of the text area, which the editor takes over once it has loaded. */
type Caret = { focused: boolean; selection: number }
export const noCaret: Caret = { focused: false, selection: 0 }

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

// Defined once: React calls a new ref callback, and so moves the focus, on every render.
const focusNow = (area: HTMLTextAreaElement | null) => area?.focus({ preventScroll: true })

/** A text area until the editor has loaded. Existing text is read-only, to keep its formatting. */
export function PlainText({
  id,
  label,
  value,
  onChange,
  describedBy,
  required = false,
  invalid = false,
  autoFocus = false,
  onCaret,
}: Props & { onCaret?: (caret: Caret) => void }) {
  const [text, setText] = useState(() => visibleText(value))
  const [readOnly] = useState(value !== '')
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
        onCaret?.({ focused: true, selection: currentTarget.selectionStart })
      }
      onBlur={() => onCaret?.(noCaret)}
    />
  )
}

/** Fallback for when the editor's code failed to load. */
export const MissingEditor = (props: Props) => (
  <>
    <PlainText {...props} />
    <p className="help" role="status">
      Couldn't load the editor. Reload to get formatting back.
    </p>
  </>
)
