import { lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react'
import { textToHtml, visibleText } from '#api/contract/text.ts'
import { FieldError } from './Field.tsx'

const load = () => import('./RichTextEditor.tsx')
const Editor = lazy(load)

type Typed = { focused: boolean; selection: number }

/** A field of rich text. The editor's code is fetched when the field appears; a text area takes what is typed before. */
export function RichTextField({
  id,
  label,
  value,
  onChange,
  onBlur,
  error,
  help,
  optional = false,
  toolbar = 'full',
  ref,
}: {
  id: string
  label: string
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  error?: string | undefined
  help?: string
  optional?: boolean
  toolbar?: 'full' | 'letter'
  ref?: Ref<{ focus: () => void }>
}) {
  const typed = useRef<Typed>({ focused: false, selection: 0 })
  useImperativeHandle(ref, () => ({ focus: () => document.getElementById(id)?.focus() }), [id])
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = {
    id,
    value,
    onChange,
    label,
    invalid: Boolean(error),
    ...(describedBy && { describedBy }),
  }
  return (
    <div className="field" onBlur={onBlur}>
      <span className="label">
        {label} {optional && <span className="optional">(optional)</span>}
      </span>
      <Suspense fallback={<PlainText {...control} typed={typed} />}>
        <EditorAfter {...control} toolbar={toolbar} typed={typed} />
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
