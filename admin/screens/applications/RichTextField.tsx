import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { textToHtml, visibleText } from '#api/contract/text.ts'
import type RichTextEditor from '../../ui/RichTextEditor.tsx'
import { FieldError } from '../../ui/Field.tsx'
import styles from './RichTextField.module.css'

type EditorProps = ComponentProps<typeof RichTextEditor>

type Props = {
  id: string
  label: string
  value: string
  onChange: (html: string) => void
  toolbar: EditorProps['toolbar']
  help?: string
  error?: string | undefined
  optional?: boolean
  autoFocus?: boolean
  minHeight?: EditorProps['minHeight']
}

/** The editor's code, fetched when a field first needs it. A failure is no end: `retry` asks again. */
function useEditor() {
  const [Editor, setEditor] = useState<ComponentType<EditorProps>>()
  const [failed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    import('../../ui/RichTextEditor.tsx').then(
      (loaded) => setEditor(() => loaded.default),
      () => setFailed(true),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(load, [])
  return { Editor, failed, retry: load }
}

/** A field of rich text with label, help and error. Until the editor is there, its text can be read. */
export function RichTextField({ id, label, help, error, optional = false, ...editor }: Props) {
  const { Editor, failed, retry } = useEditor()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <span className="label">
        {label} {optional && <span className="optional">(optional)</span>}
      </span>
      {Editor ? (
        <Editor {...editor} id={id} label={label} describedBy={described} invalid={Boolean(error)} />
      ) : (
        <Plain id={id} label={label} {...editor} described={described} editable={failed} />
      )}
      {failed && (
        <p className="help">
          The editor could not be loaded.{' '}
          <button type="button" className={styles.retry} onClick={retry}>
            Retry
          </button>
        </p>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

/** Markup would be lost in a text area, so what has some can only be read there. */
const isPlain = (html: string) => !/<(?!\/?(?:p|br)\b)/i.test(html)

const toText = (html: string) =>
  html
    .split(/<br\s*\/?>|<\/p>\s*<p>/i)
    .map(visibleText)
    .join('\n')

function Plain({
  id,
  label,
  value,
  onChange,
  described,
  editable,
}: Pick<Props, 'id' | 'label' | 'value' | 'onChange'> & { described: string; editable: boolean }) {
  const [text, setText] = useState(() => toText(value))
  return (
    <textarea
      id={id}
      className={`input ${styles.plain}`}
      aria-label={label}
      aria-describedby={described || undefined}
      value={text}
      readOnly={!editable || !isPlain(value)}
      onChange={(event) => {
        setText(event.target.value)
        onChange(textToHtml(event.target.value))
      }}
    />
  )
}
