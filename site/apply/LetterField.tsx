import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RichTextEditorProps } from '#admin/ui/editor/RichTextEditor.tsx'
import { htmlToText, textToHtml, visibleLength } from '#api/core/http/contract/text.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import styles from './ApplicationForm.module.css'

type Editor = ComponentType<RichTextEditorProps>

type Props = {
  words: Words['form']
  language: string
  required: boolean
  /** In characters; 0 for any length. */
  minimum: number
  value: string
  /** Whether `value` is HTML from the editor rather than plain text. */
  isHtml: boolean
  /** Whether the field that this one replaces had focus. */
  takeFocus: boolean
  error: string | undefined
  /** Whether an empty letter counts as too short: submitting was tried. */
  isJudged: boolean
  onEdit: () => void
}

/** The editor is as high as the text area (ApplicationForm.module.css): nothing below it jumps. */
const editorHeight = '18rem'

type CounterProps = Pick<Props, 'words' | 'language' | 'minimum'> & { length: number }

/** About how many English words have that many characters. */
const inWords = (characters: number) => Math.max(Math.round(characters / 57) * 10, 5)

/** 'n/400 characters', in color and in words (WCAG 2.2 SC 1.4.1). */
function Counter({
  length,
  minimum,
  isNeutral,
  isExplained,
  words,
  language,
}: CounterProps & { isNeutral: boolean; isExplained: boolean }) {
  const enough = length >= minimum
  const tone = enough ? styles.enough : styles.short
  const short = isExplained ? words.letterCount : words.letterShort
  const text = enough ? words.letterEnough : isNeutral ? words.letterEmpty : short
  return (
    <span className={`${styles.count} ${isNeutral ? '' : tone}`}>
      {say(
        text,
        {
          length: String(length),
          min: minimum,
          left: minimum - length,
          words: inWords(minimum),
        },
        language,
      )}
    </span>
  )
}

/** The counter for screen readers: announced every hundred characters and at the limit. */
function Progress({ length, minimum, words, language }: CounterProps) {
  const hundreds = Math.floor(length / 100) * 100
  const fill = (text: string) => say(text, { length: hundreds, min: minimum }, language)
  const step = hundreds ? fill(words.letterProgress) : ''
  return (
    <span className="visually-hidden" role="status">
      {length >= minimum ? fill(words.letterReached) : step}
    </span>
  )
}

/** Loads the editor on first focus; never swaps it in while the user composes a character (IME). */
function useEditor(
  area: RefObject<HTMLTextAreaElement | null>,
  atOnce: boolean,
  takeHtml: (html: string) => void,
) {
  const [Editor, setEditor] = useState<Editor | null>(null)
  const [caret, setCaret] = useState({ selection: 0, autoFocus: false })
  const composing = useRef(false)
  const load = async () => {
    const loaded = await import('./letter-editor.ts').catch(() => null)
    const takeOver = () => {
      if (composing.current) return void setTimeout(takeOver, 100)
      if (!loaded) return
      // In this task: a key pressed between reading the text area and focusing the editor is lost.
      flushSync(() => {
        if (area.current) {
          const typed = loaded.handOver(area.current.value, area.current.selectionEnd)
          const autoFocus = area.current === document.activeElement
          setCaret({ selection: typed.caret, autoFocus })
          takeHtml(typed.html)
        }
        setEditor(() => loaded.Editor)
      })
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
  return { Editor, caret, start, composing }
}

/** A text area that works everywhere, replaced by an editor on first focus. */
export function LetterField({
  words,
  language,
  required,
  minimum,
  value,
  isHtml,
  takeFocus,
  error,
  isJudged,
  onEdit,
}: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const text = isHtml ? htmlToText(value) : value
  const [html, setHtml] = useState(isHtml ? value : textToHtml(value))
  const { Editor, caret, start, composing } = useEditor(area, isHtml, (typed) => {
    // Keep the editor's formatting, unless the user typed before the editor was ready.
    if (!isHtml || area.current?.value !== text) setHtml(typed)
  })
  const [hydrated, setHydrated] = useState(false)
  const [isTyped, setTyped] = useState(Boolean(text))

  useEffect(() => {
    if (!takeFocus) return
    area.current?.focus()
    area.current?.setSelectionRange(value.length, value.length)
  }, [takeFocus, value])
  useEffect(() => {
    setHydrated(true)
    // What was typed before hydration is only in the DOM.
    const typed = area.current?.value ?? ''
    if (typed !== text) {
      setHtml(textToHtml(typed))
      setTyped(true)
    }
  }, [text])

  const edit = (changed: string) => {
    setHtml(changed)
    setTyped(true)
    onEdit()
  }
  const length = visibleLength(html)
  const described = 'letter-help letter-error'
  const isCounted = hydrated && minimum > 0 && (required || length > 0)
  const label = (
    <>
      {words.labels.motivation_letter}{' '}
      {!required && <span className="optional">{words.optional}</span>}
    </>
  )
  return (
    <div className="field">
      {Editor ? (
        <span className="label">{label}</span>
      ) : (
        <label htmlFor="motivation_letter">{label}</label>
      )}
      {Editor ? (
        <>
          <input type="hidden" name="motivation_letter" value={html} />
          <Editor
            value={html}
            onChange={edit}
            label={words.labels.motivation_letter}
            id="motivation_letter"
            describedBy={described}
            required={required}
            invalid={Boolean(error)}
            toolbar="letter"
            words={words.editor}
            minHeight={editorHeight}
            {...caret}
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
            required={required}
            minLength={minimum}
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
        {isCounted ? (
          <Counter
            {...{ words, language, length, minimum }}
            isNeutral={!isTyped && !isJudged}
            isExplained={Boolean(error)}
          />
        ) : (
          // As short as the counter, so that nothing jumps on a phone when that replaces it.
          minimum > 0 &&
          say(
            required ? words.letterMinimum : words.letterMinimumIfAny,
            { min: minimum, words: inWords(minimum) },
            language,
          )
        )}
      </p>
      {isCounted && <Progress {...{ words, language, length, minimum }} />}
      <p className="error" id="letter-error">
        {error}
      </p>
    </div>
  )
}
