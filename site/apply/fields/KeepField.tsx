import { useEffect, useRef, useState } from 'react'
import type { Words } from '#api/core/words/contract.ts'
import styles from '../ApplicationForm.module.css'
import { isKept, keepInTab } from '../draft.ts'

type Props = {
  words: Words['form']
  jobId: number
  /** Needs JavaScript; its space is kept until then, so that nothing jumps. */
  hydrated: boolean
  /** Whether the form was cleared just now. */
  isCleared: boolean
  /** Returns false when the browser doesn't allow it. */
  onKeep: () => boolean
  onClear: () => void
}

/** Asks whether the draft is to be kept on this device. */
export function KeepField({ words, jobId, hydrated, isCleared, onKeep, onClear }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const [kept, setKept] = useState(false)
  const [note, setNote] = useState('')
  useEffect(() => {
    setKept(isKept(jobId))
    if (!isCleared) return
    setNote(words.cleared)
    box.current?.focus()
  }, [jobId, isCleared, words.cleared])

  const choose = (wanted: boolean) => {
    if (!wanted) keepInTab(jobId)
    const isDone = wanted && onKeep()
    setKept(isDone)
    setNote(wanted && !isDone ? words.notKept : '')
  }
  return (
    <div className={styles.keep} data-ready={hydrated}>
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={kept}
          aria-describedby="keep-help"
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        {words.keep}
      </label>
      <p className="help" id="keep-help">
        {words.keepHelp}
      </p>
      {kept && (
        <button
          className="button"
          type="button"
          onClick={() => {
            if (confirm(words.clearAsk)) onClear()
          }}
        >
          {words.clear}
        </button>
      )}
      <p role="status">{note}</p>
    </div>
  )
}
