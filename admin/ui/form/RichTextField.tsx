import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react'
import { MissingEditor, nothingTyped, PlainText } from '../PlainText.tsx'
import { FieldError } from './Field.tsx'

const Editor = lazy(() =>
  import('../editor/RichTextEditor.tsx').catch(() => ({ default: MissingEditor })),
)

/** A field of rich text. The editor's code is fetched when the field appears; a text area takes what is typed before. */
export function RichTextField({
  id,
  label,
  value,
  onChange,
  error,
  help,
  required = false,
  optional = false,
  toolbar = 'full',
  autoFocus = false,
  ref,
}: {
  id: string
  label: string
  value: string
  onChange: (html: string) => void
  error?: string | undefined
  help?: string
  required?: boolean
  optional?: boolean
  toolbar?: 'full' | 'letter'
  /** Has the focus from the start, with the caret behind the last word. */
  autoFocus?: boolean
  ref?: Ref<{ focus: () => void }>
}) {
  const [typed, setTyped] = useState(nothingTyped)
  useImperativeHandle(ref, () => ({ focus: () => document.getElementById(id)?.focus() }), [id])
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = {
    id,
    value,
    onChange,
    label,
    required,
    invalid: Boolean(error),
    ...(describedBy && { describedBy }),
  }
  return (
    <div className="field">
      <span className="label">
        {label} {optional && <span className="optional">(optional)</span>}
      </span>
      <Suspense fallback={<PlainText {...control} autoFocus={autoFocus} onTyped={setTyped} />}>
        <Editor
          {...control}
          toolbar={toolbar}
          autoFocus={autoFocus || typed.focused}
          {...(typed.focused && { selection: typed.selection })}
        />
      </Suspense>
      {help && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
