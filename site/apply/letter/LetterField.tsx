import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { textLength } from '#api/core/http/contract/text-length.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import styles from './Letter.module.css'
import { LetterTools } from './LetterTools.tsx'
import type { Handed, Pasted, Press } from './take-over.ts'

export type Letter = {
  text: string
  /** The same from the editor. */
  html?: string | undefined
}

type Props = Letter & {
  words: Words['form']
  language: string
  required: boolean
  /** In characters; 0 for any length. */
  minimum: number
  /** Whether the field that this one replaces had focus. */
  takeFocus: boolean
  error: string | undefined
  /** Whether an empty letter counts as too short: submitting was tried. */
  isJudged: boolean
  onEdit: () => void
  /** Called when what was typed is the editor's from now on. */
  onTakeOver: () => void
}

/** The editor is as high as the text area (Letter.module.css): nothing below it jumps. */
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

type Loaded = typeof import('./letter-editor.ts')

/** Shows the text area until the editor is loaded, which `start` does: with a first key or press. */
function useEditor(html: string | undefined, text: string, onShow: (html: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [shown, setShown] = useState<(Loaded & Handed) | null>(null)
  const isLoading = useRef(false)
  const isComposing = useRef(false)
  const pasted = useRef<Pasted>(undefined)
  const press = useRef<Press>(undefined)
  const load = async () => {
    const loaded = await import('./letter-editor.ts').catch(() => null)
    isLoading.current = Boolean(loaded)
    const replace = () => {
      // Not while a character is being composed (IME).
      if (isComposing.current) return void setTimeout(replace, 100)
      if (!area.current || !loaded) return
      const given = {
        // Keep the editor's formatting, unless the user typed before the editor was ready.
        html: area.current.value === text ? html : undefined,
        pasted: pasted.current,
        press: press.current,
      }
      loaded.takeOver(area.current, given, (handed) => {
        onShow(handed.html)
        setShown({ ...loaded, ...handed })
      })
    }
    replace()
  }
  const start = (pressed?: Press) => {
    press.current = pressed ?? press.current
    if (isLoading.current) return
    isLoading.current = true
    void load()
  }
  const isWanted = html !== undefined
  useEffect(() => {
    const { current } = area
    // What was typed before hydration is only in the DOM.
    if (isWanted || (current && current === document.activeElement && current.value !== text))
      start()
  })
  const handlers = {
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: () => {
      isComposing.current = false
    },
    onPaste: ({ currentTarget, clipboardData }: ClipboardEvent<HTMLTextAreaElement>) => {
      const html = clipboardData.getData('text/html')
      if (html && !currentTarget.value)
        pasted.current = { text: clipboardData.getData('text/plain'), html }
    },
  }
  return { area, shown, start, handlers }
}

/** A text area that works everywhere, replaced by an editor with the first key or press on a tool. */
export function LetterField({
  words,
  language,
  required,
  minimum,
  text,
  html: given,
  takeFocus,
  error,
  isJudged,
  onEdit,
  onTakeOver,
}: Props) {
  const [html, setHtml] = useState('')
  const sent = useRef<HTMLInputElement>(null)
  const [length, setLength] = useState(() => textLength(text))
  const { area, shown, start, handlers } = useEditor(given, text, (typed) => {
    setHtml(typed)
    onTakeOver()
  })
  const [hydrated, setHydrated] = useState(false)
  const [isTyped, setTyped] = useState(Boolean(text))

  useEffect(() => {
    if (!takeFocus) return
    area.current?.focus()
    area.current?.setSelectionRange(text.length, text.length)
  }, [takeFocus, text, area])
  useEffect(() => {
    setHydrated(true)
    const typed = area.current?.value ?? ''
    if (typed !== text) {
      setLength(textLength(typed))
      setTyped(true)
    }
  }, [text, area])

  const edit = (count: number) => {
    setLength(count)
    setTyped(true)
    onEdit()
  }
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
      {shown ? (
        <span className="label">{label}</span>
      ) : (
        <label htmlFor="motivation_letter">{label}</label>
      )}
      {shown ? (
        <>
          <input ref={sent} type="hidden" name="motivation_letter" value={html} />
          <shown.Editor
            value={html}
            onChange={(changed) => {
              // At once: the form may be read before React draws, and the last key would be lost.
              if (sent.current) sent.current.value = changed
              setHtml(changed)
              edit(shown.visibleLength(changed))
            }}
            label={words.labels.motivation_letter}
            id="motivation_letter"
            describedBy={described}
            required={required}
            invalid={Boolean(error)}
            toolbar="letter"
            words={words.editor}
            minHeight={editorHeight}
            selection={shown.selection}
            autoFocus={shown.autoFocus}
          />
        </>
      ) : (
        <div className={styles.letter}>
          <LetterTools {...{ words, hydrated }} onPress={start} />
          <input type="hidden" name="motivation_letter_format" value="plain" />
          <textarea
            dir="auto"
            ref={area}
            id="motivation_letter"
            name="motivation_letter"
            required={required}
            minLength={minimum}
            defaultValue={text}
            aria-invalid={Boolean(error)}
            aria-describedby={described}
            onInput={(event) => {
              edit(textLength(event.currentTarget.value))
              start()
            }}
            {...handlers}
          />
        </div>
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
