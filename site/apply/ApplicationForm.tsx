import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import type { StagedFile } from '#api/hiring/applications/contract/staged.ts'
import styles from './ApplicationForm.module.css'
import {
  type Draft,
  dropDraft,
  readDraft,
  readSent,
  saveFields,
  storeDraft,
  textFields,
  updateDraft,
} from './draft.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FileField } from './fields/FileField.tsx'
import { KeepField } from './fields/KeepField.tsx'
import { type FormPrivacy, PrivacyFields } from './fields/PrivacyFields.tsx'
import { QuestionField } from './fields/QuestionField.tsx'
import { TextField } from './fields/TextField.tsx'
import type { FormJob, Refusal } from './form-fields.ts'
import { type Letter, LetterField } from './letter/LetterField.tsx'
import { loadSending, useSending } from './send/use-sending.ts'

type Props = {
  words: Pick<Words, 'form' | 'errors'>
  language: string
  job: FormJob
  /** The address of the process, without a slash at the end, if the form's page is elsewhere. */
  origin?: string | undefined
  /** In MB, from the setting that the server enforces. */
  maxFileSize: number
  /** The errors and values of a form that was submitted without JavaScript. */
  refusal?: Refusal | undefined
  typed?: Draft | undefined
  /** The letter that was typed then. */
  letter?: Letter | undefined
  /** The files that were chosen then, by field. */
  staged?: Record<string, StagedFile> | undefined
  /** The privacy notice, and what candidates may agree to. */
  privacy?: FormPrivacy | undefined
  /** Answers to questions that the form no longer has, so that they aren't lost. */
  kept?: string[] | undefined
}

/** Without what came with the page. */
const empty = { refusal: undefined, typed: undefined, letter: undefined, staged: {}, kept: [] }

const loadRestoring = () => import('./restore.ts').catch(() => undefined)

/** Whether anything in the form differs from what the page came with. */
const isTyped = (form: HTMLFormElement) =>
  Array.from(form.elements as Iterable<HTMLInputElement>).some(
    ({ name, value, defaultValue, checked, defaultChecked }) =>
      name && (value !== defaultValue || checked !== defaultChecked),
  )

const letterFields = ['motivation_letter', 'motivation_letter_format'] as const

/** The form; another, empty one once it was cleared or sent, which Back then returns to. */
export default function ApplicationForm(props: Props) {
  const [renewed, setRenewed] = useState({ count: 0, isCleared: false })
  const renew = (isCleared: boolean) => setRenewed(({ count }) => ({ count: count + 1, isCleared }))
  return (
    <Form
      key={renewed.count}
      {...{ ...props, ...(renewed.count > 0 && empty) }}
      isNew={renewed.count > 0}
      isCleared={renewed.isCleared}
      onClear={() => renew(true)}
      onSent={() => renew(false)}
    />
  )
}

type FormProps = Props & {
  /** Whether it replaces a form that was cleared or sent. */
  isNew: boolean
  isCleared: boolean
  onClear: () => void
  onSent: () => void
}

/** Works without JavaScript; with it, validates first, shows progress, survives going offline. */
function Form({
  words: { form: words, errors },
  language,
  job,
  origin = '',
  maxFileSize,
  refusal,
  typed,
  letter: typedLetter = { text: '' },
  staged = {},
  privacy = {},
  kept = [],
  isNew,
  isCleared,
  onClear,
  onSent,
}: FormProps) {
  const { labels } = words
  const form = useRef<HTMLFormElement>(null)
  const [hydrated, setHydrated] = useState(isNew)
  const [isSent, setSent] = useState(false)
  const [letter, setLetter] = useState({ ...typedLetter, takeFocus: false })
  const [faults, setFaults] = useState(refusal?.faults ?? {})
  const [message, setMessage] = useState(refusal?.message ?? '')
  const [removed, setRemoved] = useState(kept)
  const [attempt, setAttempt] = useState(0)
  const [edits, setEdits] = useState(0)
  const unsaved = useRef(new Set<string>())
  const chosen = useRef<Record<string, File | null>>({})
  const sent = { job, maxFileSize, language, words: { form: words, errors } }
  const { progress, submit } = useSending(sent, {
    onSent: () => {
      // Files that are still being kept for a reload are not wanted any more.
      chosen.current = {}
      onSent()
    },
    onRefused: (found) => {
      setFaults(found.faults)
      setMessage(found.message)
      setAttempt((count) => count + 1)
    },
  })

  const edited = (...names: string[]) => {
    for (const name of names) unsaved.current.add(name)
    setEdits((count) => count + 1)
  }

  const typedNames = [...textFields, ...job.questions.map(({ name }) => name)]

  // Values already in the form were typed before hydration or restored by the browser.
  const restore = useEffectEvent(async () => {
    const draft = readDraft(job.id)
    const isSentOnly = Boolean(readSent(job.id)) && !Object.keys(draft).length
    if (!form.current || !(isSentOnly || Object.keys(draft).length || isTyped(form.current))) return
    const restoring = await loadRestoring()
    if (!restoring || !form.current) return
    // Without a draft, the browser has restored what was sent.
    if (isSentOnly) restoring.emptyForm(form.current)
    const answers = restoring.removedAnswers(draft, job.questions)
    if (answers.length) {
      setRemoved(answers)
      setMessage(words.removed)
    }
    const typedFields = restoring.restoreFields(form.current, typedNames, draft)
    edited(...typedFields)
    for (const input of form.current.querySelectorAll<HTMLInputElement>('input[type="file"]'))
      void restoring.restoreFile(job.id, input)
    const typedBefore = restoring.typedLetter(new FormData(form.current))
    const restored = restoring.restoredLetter(draft, typedBefore)
    if (restored) {
      const field = form.current.querySelector('#motivation_letter')
      const takeFocus = field === document.activeElement
      // In this task: a key pressed before the field is replaced would be lost.
      restoring.flushSync(() => setLetter({ ...restored, takeFocus }))
      const { text, html } = restored
      updateDraft(job.id, {
        motivation_letter: html ?? text,
        // What was typed meanwhile was saved as plain text.
        motivation_letter_format: html === undefined ? 'plain' : '',
      })
    } else if (typedBefore.text) edited(...letterFields)
  })
  useEffect(() => {
    setHydrated(true)
    setSent(Boolean(readSent(job.id)))
    // What an invitation fills in is not what was typed before.
    if (!refusal) void restore()
  }, [job.id, refusal])

  // On Back, WebKit empties the inputs without autocomplete, though nothing else of the page changes.
  const restoreEmptied = useEffectEvent(async () => {
    const restoring = await loadRestoring()
    const draft = { ...typed, ...readDraft(job.id) }
    if (form.current) restoring?.restoreFields(form.current, typedNames, draft)
  })
  useEffect(() => {
    // It does so in a task of its own, some time after the event.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) for (const wait of [50, 500]) setTimeout(() => void restoreEmptied(), wait)
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  // After each failed attempt focus the first invalid field, or the error box.
  useEffect(() => {
    if (!attempt) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = first ?? form.current?.querySelector<HTMLElement>('[data-box]')
    // In the middle, so that its label and the list of errors are in view: WebKit scrolls less.
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [attempt])

  const showFilled = useEffectEvent(async () => {
    const sending = await loadSending()
    if (form.current) sending?.showFilled(form.current, sent)
  })

  // Layout effect, after React has updated the hidden field: a reload would lose the end.
  useLayoutEffect(() => {
    if (unsaved.current.size && form.current)
      saveFields(job.id, new FormData(form.current), unsaved.current)
    unsaved.current.clear()
    if (edits) void showFilled()
  }, [edits, job.id])

  // Beside the form, where there is room: how much of it is filled in, instead of Apply Now.
  useEffect(() => {
    const panel = document.getElementById('filled')?.parentElement
    if (!panel || !form.current) return
    const observer = new IntersectionObserver(
      ([entry]) => panel.toggleAttribute('data-filling', entry?.isIntersecting),
      { rootMargin: '0px 0px -40%' },
    )
    observer.observe(form.current)
    return () => observer.disconnect()
  }, [])

  const mended = (name: string, ...others: string[]) => {
    setFaults(({ [name]: _, ...left }) => left)
    edited(name, ...others)
  }

  const refuse = (name: string, error: string) =>
    setFaults((others) => ({ ...others, [name]: error }))

  const choose = async (name: string, file: File | null) => {
    mended(name)
    chosen.current[name] = file
    const isChosen = () => chosen.current[name] === file
    const rules = { maxFileSize, words: errors, language }
    const sending = await loadSending()
    const error = await sending?.chooseFile(job.id, name, { file, isChosen, ...rules })
    if (error && isChosen()) refuse(name, error)
  }

  /** Returns false when the browser doesn't allow it. */
  const keepOnDevice = () => {
    const names = [...typedNames, ...letterFields]
    if (form.current) saveFields(job.id, new FormData(form.current), names)
    return storeDraft(job.id)
  }

  const field = (
    name: (typeof textFields)[number],
    attributes: { type?: string; autoComplete: string; max: number },
  ) => (
    <TextField
      key={name}
      name={name}
      label={labels[name]}
      optional={words.optional}
      requiredText={words.required}
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
      id="application"
      className={styles.form}
      method="post"
      action={`${origin}/jobs/${job.id}/apply#apply`}
      encType="multipart/form-data"
      noValidate={hydrated}
      onSubmit={(event) => {
        setMessage('')
        return submit(event)
      }}
      onFocus={() => void loadSending()}
      aria-labelledby="apply-heading"
    >
      <h2 id="apply-heading">{words.heading}</h2>
      {isSent && (
        <p className="notice">
          {words.sent} <a href="/application">{words.seeSent}</a>
        </p>
      )}
      <p className="help">{say(words.marking, { optional: words.optional }, language)}</p>
      <input type="hidden" name="job_id" value={job.id} />
      {job.reader && <input type="hidden" name="language" value={job.reader} />}
      <ErrorSummary
        {...{ words, language, message, kept: removed }}
        fields={job.fields.filter(({ name }) => faults[name])}
      />
      <div className={styles.names}>
        {field('first_name', { autoComplete: 'given-name', max: 100 })}
        {field('last_name', { autoComplete: 'family-name', max: 100 })}
      </div>
      <div className={styles.names}>
        {field('email', { type: 'email', autoComplete: 'email', max: 254 })}
        {field('phone', { type: 'tel', autoComplete: 'tel', max: 40 })}
      </div>
      {job.letter !== 'off' && (
        <LetterField
          key={letter.text}
          {...{ words, language, ...letter }}
          required={job.letter === 'required'}
          minimum={job.letter_min}
          error={faults.motivation_letter}
          isJudged={attempt > 0 || Boolean(refusal)}
          onEdit={() => mended(...letterFields)}
          onTakeOver={() => edited(...letterFields)}
        />
      )}
      <KeepField
        {...{ words, isCleared, hydrated }}
        jobId={job.id}
        onKeep={keepOnDevice}
        onClear={() => dropDraft(job.id).then(onClear)}
      />
      {job.resume !== 'off' && (
        <FileField
          {...{ words, language, hydrated }}
          name="resume"
          label={labels.resume}
          optional={words.optional}
          required={job.resume === 'required'}
          rules={job.fileRules.resume}
          error={faults.resume}
          staged={staged.resume}
          onChoose={(file) => choose('resume', file)}
          onRefuse={(error) => refuse('resume', error)}
        />
      )}
      {job.questions.map((question) => {
        const { name } = question
        return (
          <QuestionField
            key={name}
            {...{ question, words, language, hydrated }}
            lang={job.language ?? undefined}
            defaultValue={typed?.[name] ?? ''}
            rules={job.fileRules.answer}
            error={faults[name]}
            staged={staged[name]}
            onEdit={() => mended(name)}
            onChoose={(file) => choose(name, file)}
            onRefuse={(error) => refuse(name, error)}
          />
        )
      })}
      {typed?.invitation && <input type="hidden" name="invitation" value={typed.invitation} />}
      <PrivacyFields {...privacy} words={words} isChecked={Boolean(typed?.keep_until)} />
      <div className={styles.actions}>
        <button className="button primary large" type="submit" aria-disabled={progress !== null}>
          {progress === null ? words.submit : words.submitting}
        </button>
        <span className="visually-hidden" role="status">
          {progress !== null && words.sending}
        </span>
        {progress !== null && <progress value={progress} max={1} aria-label={words.upload} />}
      </div>
    </form>
  )
}
