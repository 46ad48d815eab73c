import { Plus } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { questionsMaximum } from '#api/jobs/contract.ts'
import { FieldError } from '../../ui/form/Field.tsx'
import type { Job, JobFormState } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { CopyQuestions } from './CopyQuestions.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { blankQuestion, copiesOf, type QuestionValues } from './questions.ts'
import { useDragOrder } from './use-drag-order.ts'

type Removed = { index: number; question: QuestionValues }

/** `key` is React's; `id` is the question's. */
function useQuestions(form: JobFormState) {
  const array = useFieldArray({ control: form.control, name: 'questions', keyName: 'key' })
  const [status, setStatus] = useState('')
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { fields } = array
  const focusOn = (index: number) => ({ focusName: `questions.${index}.label` as const })

  return {
    ...{ fields, status, removed },
    add(questions: QuestionValues[], said: string) {
      array.append(questions, focusOn(fields.length))
      setRemoved(null)
      setStatus(said)
    },
    move(from: number, to: number) {
      array.move(from, to)
      setRemoved(null)
      setStatus(`Question moved to position ${to + 1} of ${fields.length}`)
    },
    remove(index: number) {
      const question = form.getValues(`questions.${index}`)
      array.remove(index)
      if (question) setRemoved({ index, question })
    },
    restore() {
      if (removed) array.insert(removed.index, removed.question, focusOn(removed.index))
      setRemoved(null)
    },
  }
}

export function QuestionList({ form, job }: { form: JobFormState; job: Job | undefined }) {
  const { fields, status, removed, add, move, remove, restore } = useQuestions(form)
  const [copying, setCopying] = useState(false)
  const { list, drag, handle } = useDragOrder(move)
  const moved = useRef<{ index: number; button: string }>(null)
  const { errors } = form.formState
  const hasApplications = Boolean(job?.application_count)

  // A moved element loses the focus.
  useEffect(() => {
    if (!moved.current) return
    const card = list.current?.querySelectorAll('[data-question]')[moved.current.index]
    card?.querySelector<HTMLElement>(`[data-move=${moved.current.button}]`)?.focus()
    moved.current = null
  })
  const step = (from: number, by: 1 | -1) => {
    const to = from + by
    if (to < 0 || to >= fields.length) return
    moved.current = { index: to, button: by < 0 ? 'up' : 'down' }
    move(from, to)
  }
  const undo = removed && (
    <RemovedNotice label={removed.question.label} keeps={hasApplications} onUndo={restore} />
  )
  const isFull = fields.length >= questionsMaximum
  return (
    <fieldset className={styles.questions} aria-describedby="questions-help questions-error">
      <legend className="label">Questions</legend>
      <p className="help" id="questions-help">
        Up to {questionsMaximum}, asked in this order.
        {hasApplications &&
          ' Applications you already have keep their answers, with the questions as they were asked.'}
      </p>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ol ref={list} className={styles.list}>
        {fields.map(({ key }, index) => (
          <Fragment key={key}>
            {removed?.index === index && undo}
            <QuestionCard
              form={form}
              index={index}
              count={fields.length}
              onStep={(by) => step(index, by)}
              onRemove={() => remove(index)}
              handle={handle(index)}
              drop={drag && dropAt(index, drag)}
            />
          </Fragment>
        ))}
        {removed?.index === fields.length && undo}
      </ol>
      <FieldError
        id="questions-error"
        message={errors.questions?.root?.message ?? errors.questions?.message}
      />
      <div className={styles.add}>
        <button
          type="button"
          className="button"
          aria-disabled={isFull}
          onClick={() => !isFull && add([blankQuestion()], '')}
        >
          <Plus size={16} aria-hidden /> Add Question
        </button>
        <button
          type="button"
          className="button quiet"
          aria-expanded={copying}
          onClick={() => setCopying(!copying)}
        >
          Copy from Another Job
        </button>
      </div>
      {copying && (
        <CopyQuestions
          except={job?.id}
          count={fields.length}
          onCopy={({ title, questions }) => {
            add(copiesOf(questions), `Questions copied from ${title}`)
            setCopying(false)
          }}
        />
      )}
    </fieldset>
  )
}

/** The edge of the card at `index` where the dragged one would go. */
function dropAt(index: number, { from, to }: { from: number; to: number }) {
  if (index === from) return 'dragged'
  if (index !== to) return undefined
  return to < from ? 'before' : 'after'
}

function RemovedNotice({
  label,
  keeps,
  onUndo,
}: {
  label: string
  keeps: boolean
  onUndo: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <li className={`notice ${styles.removed}`}>
      <p role="status">
        {label ? `“${label}” will be removed when you save.` : 'Question removed.'}{' '}
        {keeps && 'Answers you already have are kept.'}
      </p>
      <button type="button" ref={button} className="button small" onClick={onUndo}>
        Undo
      </button>
    </li>
  )
}
