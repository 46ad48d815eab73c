import { type ComponentType, lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react'
import { editor } from '#api/core/words/contract/en.ts'
import type { RichTextEditorProps } from '../editor/use-editor.ts'
import { MissingEditor, noCaret, PlainText } from '../PlainText.tsx'
import { FieldError } from './Field.tsx'

const PlainEditor = lazy(() =>
  import('../editor/RichTextEditor.tsx').catch(() => ({ default: MissingEditor })),
)

/** A rich text field. Loads the editor when it appears; until then a text area takes the input. */
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
  Editor = PlainEditor,
  autoFocus = false,
  hideLabel = false,
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
  /** Another editor, loaded with lazy(). */
  Editor?: ComponentType<RichTextEditorProps>
  /** Takes the focus once mounted, with the caret at the end. */
  autoFocus?: boolean
  /** Where a heading right above says the same. */
  hideLabel?: boolean
  ref?: Ref<{ focus: () => void }>
}) {
  const [caret, setCaret] = useState(noCaret)
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
      <span className={hideLabel ? 'visually-hidden' : 'label'}>
        {label} {optional && <span className="optional">(optional)</span>}
      </span>
      <Suspense fallback={<PlainText {...control} autoFocus={autoFocus} onCaret={setCaret} />}>
        <Editor
          {...control}
          toolbar={toolbar}
          words={editor}
          autoFocus={autoFocus || caret.focused}
          {...(caret.focused && { selection: caret.selection })}
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
