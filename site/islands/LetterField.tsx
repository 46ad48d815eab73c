import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import type { RichTextEditorProps } from '#admin/ui/RichTextEditor.tsx'
import { letterMinimum } from '#api/contract/letter.ts'
import { htmlToText, textToHtml, visibleLength } from '#api/contract/text.ts'
import styles from './ApplicationForm.module.css'
import { handOver } from './hand-over.ts'

type Editor = ComponentType<RichTextEditorProps>

type Props = {
  defaultValue: string
  /** Whether `defaultValue` is HTML that the editor wrote, rather than plain text. */
  isHtml: boolean
  error: string | undefined
  onEdit: () => void
}

/** The editor is as high as the text area (ApplicationForm.module.css): nothing below it jumps. */
const editorHeight = '18rem'

/** 'n/400 characters', in colour and in words, since colour alone tells some people nothing (WCAG 1.4.1). */
function Counter({ length }: { length: number }) {
  const enough = length >= letterMinimum
  return (
    <span className={enough ? styles.enough : styles.short}>
      {length}/{letterMinimum} characters
      {enough ? ' – long enough' : ` – ${letterMinimum - length} more to go`}
    </span>
  )
}

/** Loads the editor when the letter is first focused, and never takes over in the middle of a composed character. */
function useEditor(
  area: RefObject<HTMLTextAreaElement | null>,
  atOnce: boolean,
  takeHtml: (html: string) => void,
) {
  const [Editor, setEditor] = useState<Editor | null>(null)
  const [selection, setSelection] = useState(0)
  const composing = useRef(false)
  const load = async () => {
    const loaded = await import('#admin/ui/RichTextEditor.tsx').catch(() => null)
    const takeOver = () => {
      if (composing.current) return void setTimeout(takeOver, 100)
      if (!loaded) return
      if (area.current) {
        const typed = handOver(area.current.value, area.current.selectionEnd)
        setSelection(typed.caret)
        takeHtml(typed.html)
      }
      setEditor(() => loaded.default)
    }
    takeOver()
  }
  const loading = useRef(false)
  const start = () => {
    if (loading.current) return
    loading.current = true
    void load()
  }
  useEffect(() => {
    if (atOnce || document.activeElement === area.current) start()
  })
  return { Editor, selection, start, composing }
}

/** The motivation letter: a text area that works everywhere, and on first focus an editor in its place. */
export function LetterField({ defaultValue, isHtml, error, onEdit }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const text = isHtml ? htmlToText(defaultValue) : defaultValue
  const [html, setHtml] = useState(isHtml ? defaultValue : textToHtml(defaultValue))
  const { Editor, selection, start, composing } = useEditor(area, isHtml, (typed) => {
    // A letter from the editor goes back to it with its marks, unless someone was quicker than the editor.
    if (!isHtml || area.current?.value !== text) setHtml(typed)
  })
  const [hydrated, setHydrated] = useState(false)

  useEffect(() => {
    setHydrated(true)
    // What was typed before the script came is only in the document.
    const typed = area.current?.value ?? ''
    if (typed !== text) setHtml(textToHtml(typed))
  }, [text])

  const edit = (changed: string) => {
    setHtml(changed)
    onEdit()
  }
  const described = 'letter-help letter-error'
  return (
    <div className="field">
      {Editor ? (
        <span className="label">Motivation letter</span>
      ) : (
        <label htmlFor="motivation_letter">Motivation letter</label>
      )}
      {Editor ? (
        <>
          <input type="hidden" name="motivation_letter" value={html} />
          <Editor
            value={html}
            onChange={edit}
            label="Motivation letter"
            id="motivation_letter"
            describedBy={described}
            invalid={Boolean(error)}
            toolbar="letter"
            minHeight={editorHeight}
            autoFocus={!isHtml}
            selection={selection}
          />
        </>
      ) : (
        <>
          <input type="hidden" name="motivation_letter_format" value="plain" />
          <textarea
            className={`input ${styles.letter}`}
            dir="auto"
            ref={area}
            id="motivation_letter"
            name="motivation_letter"
            required
            minLength={letterMinimum}
            defaultValue={text}
            aria-invalid={Boolean(error)}
            aria-describedby={described}
            onFocus={start}
            onInput={(event) => edit(textToHtml(event.currentTarget.value))}
            onCompositionStart={() => {
              composing.current = true
            }}
            onCompositionEnd={() => {
              composing.current = false
            }}
          />
        </>
      )}
      <p className="help" id="letter-help">
        {hydrated ? (
          <Counter length={visibleLength(html)} />
        ) : (
          // As short as the counter: on a phone a second line would go when that comes.
          `At least ${letterMinimum} characters`
        )}
      </p>
      <p className="error" id="letter-error">
        {error}
      </p>
    </div>
  )
}
