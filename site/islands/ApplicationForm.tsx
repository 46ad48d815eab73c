import '#admin/ui/parts.css'
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { fieldErrors, type ProblemBody } from '#api/http/contract/problem.ts'
import { type Fault, faultText } from '#api/words/contract/fault.ts'
import type { Words } from '#api/words/contract.ts'
import { successAddress } from '../lib/success-address.ts'
import styles from './ApplicationForm.module.css'
import type { Errors } from './check-form.ts'
import {
  type Draft,
  dropDraft,
  letterOf,
  readDraft,
  restoredLetter,
  saveFields,
  textFields,
  updateDraft,
} from './draft.ts'
import { ErrorSummary, type FieldName } from './ErrorSummary.tsx'
import { LetterField } from './LetterField.tsx'
import { ResumeField } from './ResumeField.tsx'
import { TextField } from './TextField.tsx'

type Props = {
  words: Pick<Words, 'form' | 'errors'>
  language: string
  job: { id: number; title: string }
  /** In MB, from the setting that the server enforces. */
  maxFileSize: number
  /** The errors and values of a form that was submitted without JavaScript. */
  problem?: ProblemBody | undefined
  typed?: Draft | undefined
}

const loadSending = () => import('./sending.ts')

const letterFields = ['motivation_letter', 'motivation_letter_format'] as const

/** Field errors are shown at their fields; the message is for everything else. */
function divide(problem: ProblemBody | undefined, labels: Words['form']['labels']) {
  const faults = fieldErrors(problem ?? { error: '' })
  const shown = Object.keys(faults).some((name) => name in labels)
  return { faults, message: problem && !shown ? problem.error : '' }
}

/** Works without JavaScript; with it, validates before sending, shows progress and survives a lost connection. */
export default function ApplicationForm({
  words: { form: words, errors },
  language,
  job,
  maxFileSize,
  problem,
  typed,
}: Props) {
  const { labels } = words
  const describe = (fault: Fault) => faultText(fault, errors, language)
  const unreachable = { error: words.unreachable }
  const form = useRef<HTMLFormElement>(null)
  const [hydrated, setHydrated] = useState(false)
  const [letter, setLetter] = useState({ ...letterOf(typed ?? {}), takeFocus: false })
  const [faults, setFaults] = useState<Errors>(divide(problem, labels).faults)
  const [message, setMessage] = useState(divide(problem, labels).message)
  const [progress, setProgress] = useState<number | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [edits, setEdits] = useState(0)
  const unsaved = useRef(new Set<string>())
  const isSending = useRef(false)
  const hasFailed = useRef(false)
  const chosen = useRef<File | null>(null)

  const edited = (...names: string[]) => {
    for (const name of names) unsaved.current.add(name)
    setEdits((count) => count + 1)
  }

  // Values already in the form were typed before hydration or restored by the browser: they win.
  const restore = useEffectEvent(() => {
    const draft = readDraft(job.id)
    const control = (name: string) =>
      form.current?.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
    for (const name of textFields) {
      const input = control(name)
      if (input.value) edited(name)
      else input.value = draft[name] ?? ''
    }
    const area = control('motivation_letter')
    const restored = restoredLetter(draft, area.value)
    if (restored) {
      setLetter({ ...restored, takeFocus: area === document.activeElement })
      updateDraft(job.id, { motivation_letter: restored.value })
    } else if (area.value) edited(...letterFields)
  })
  useEffect(() => {
    setHydrated(true)
    if (!typed) restore()
  }, [typed])

  // On Back from the success page, the browser may restore this page in the middle of sending.
  useEffect(() => {
    const revive = () => {
      isSending.current = false
      setProgress(null)
    }
    addEventListener('pageshow', revive)
    return () => removeEventListener('pageshow', revive)
  }, [])

  // After each failed attempt focus the first invalid field, or the error box.
  useEffect(() => {
    if (!attempt) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = first ?? form.current?.querySelector<HTMLElement>('[data-box]')
    target?.focus()
  }, [attempt])

  // In a layout effect, after React has updated the hidden field: a reload would lose the letter's end.
  useLayoutEffect(() => {
    if (edits && form.current) saveFields(job.id, new FormData(form.current), unsaved.current)
    unsaved.current.clear()
  }, [edits, job.id])

  const refuse = (found: Errors, sentence: string) => {
    setFaults(found)
    setMessage(sentence)
    setAttempt((count) => count + 1)
  }

  const mended = (name: string, ...others: string[]) => {
    setFaults(({ [name]: _, ...left }) => left)
    edited(name, ...others)
  }

  const chooseResume = async (file: File | null) => {
    mended('resume')
    chosen.current = file
    if (!file) return
    const sending = await loadSending().catch(() => undefined)
    if (!sending) return
    const fault = sending.resumeFault(file, maxFileSize) ?? (await sending.resumeContentFault(file))
    if (fault && chosen.current === file)
      setFaults((others) => ({ ...others, resume: describe(fault) }))
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const problem = await send(new FormData(event.currentTarget))
    if (!problem) return location.assign(successAddress(job.id, job.title))
    isSending.current = false
    setProgress(null)
    refuse(problem.faults, problem.message)
  }

  /** Firefox never retries a module import that failed, so the second time the form is submitted without JavaScript. */
  const withoutScript = () => {
    if (!hasFailed.current) {
      hasFailed.current = true
      return divide(unreachable, labels)
    }
    form.current?.submit()
    return new Promise<never>(() => {})
  }

  /** The errors; undefined once the application is sent. */
  const send = async (data: FormData) => {
    const sending = await loadSending().catch(() => undefined)
    if (!sending) return withoutScript()
    const faults = sending.checkForm(data, maxFileSize, describe)
    if (Object.keys(faults).length) return { faults, message: '' }
    setProgress(0)
    setMessage('')
    const resume = await sending.resumeContentFault(data.get('resume') as File)
    if (resume) return { faults: { resume: describe(resume) }, message: '' }
    const idempotencyKey = await sending.idempotencyKey(data, readDraft(job.id), (changes) =>
      updateDraft(job.id, changes),
    )
    const answer = await sending.sendForm(
      data,
      { idempotencyKey, failed: words.failed },
      setProgress,
    )
    if (!answer.sent) return divide(answer.problem ?? unreachable, labels)
    dropDraft(job.id)
  }

  const field = (
    name: FieldName,
    attributes: { type?: string; autoComplete: string; max: number },
  ) => (
    <TextField
      key={name}
      name={name}
      label={labels[name]}
      optional={words.optional}
      defaultValue={typed?.[name] ?? ''}
      error={faults[name]}
      onEdit={() => mended(name)}
      required={name !== 'phone'}
      {...attributes}
    />
  )
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action={`/jobs/${job.id}/apply#apply`}
      encType="multipart/form-data"
      noValidate={hydrated}
      onSubmit={submit}
      onFocus={() => void loadSending().catch(() => undefined)}
      aria-labelledby="apply-heading"
    >
      <h2 id="apply-heading">{words.heading}</h2>
      <input type="hidden" name="job_id" value={job.id} />
      <ErrorSummary
        {...{ words, language, message }}
        fields={(Object.keys(labels) as FieldName[]).filter((name) => faults[name])}
      />
      <div className={styles.names}>
        {field('first_name', { autoComplete: 'given-name', max: 100 })}
        {field('last_name', { autoComplete: 'family-name', max: 100 })}
      </div>
      <div className={styles.names}>
        {field('email', { type: 'email', autoComplete: 'email', max: 254 })}
        {field('phone', { type: 'tel', autoComplete: 'tel', max: 40 })}
      </div>
      <LetterField
        key={letter.value}
        {...{ words, language, ...letter }}
        error={faults.motivation_letter}
        isJudged={attempt > 0 || Boolean(problem)}
        onEdit={() => mended(...letterFields)}
      />
      <ResumeField
        {...{ words, language, maxFileSize }}
        forgotten={Boolean(problem)}
        error={faults.resume}
        onChoose={chooseResume}
      />
      <div className={styles.actions}>
        <button className="button primary large" type="submit" aria-disabled={progress !== null}>
          {progress === null ? words.submit : words.submitting}
        </button>
        {progress !== null && <progress value={progress} max={1} aria-label={words.upload} />}
      </div>
    </form>
  )
}
