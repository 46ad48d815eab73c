import { Plus } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { maxQuestions } from '#api/website/jobs/contract.ts'
import { FieldError } from '../../ui/form/Field.tsx'
import { RemovedNotice } from '../../ui/order/RemovedNotice.tsx'
import { useOrder } from '../../ui/order/use-order.ts'
import type { Job, JobFormState } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { CopyQuestions } from './CopyQuestions.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { blankQuestion, copiesOf, type QuestionValues } from './questions.ts'

type Removed = { index: number; question: QuestionValues }

/** `key` is React's; `id` is the question's. */
function useQuestions(form: JobFormState) {
  const array = useFieldArray({ control: form.control, name: 'questions', keyName: 'key' })
  const [status, setStatus] = useState('')
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { fields } = array
  const focusOn = (index: number) => ({ focusName: `questions.${index}.label` as const })

  return {
    fields,
    status,
    removed,
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
  const { list, ordered } = useOrder(fields.length, move)
  const { errors } = form.formState
  const hasApplications = Boolean(job?.application_count)
  const undo = removed && (
    <RemovedNotice
      thing="Question"
      label={removed.question.label}
      note={hasApplications && 'Answers you already have are kept.'}
      onUndo={restore}
    />
  )
  const isFull = fields.length >= maxQuestions
  return (
    <fieldset
      className={styles.questions}
      tabIndex={-1}
      aria-describedby="questions-help questions-error"
    >
      <legend className="label">Questions</legend>
      <p className="help" id="questions-help">
        Up to {maxQuestions}, asked in this order.
        {hasApplications && (
          <span>
            {
              ' Applications you already have keep their answers, with the questions as they were asked.'
            }
          </span>
        )}
      </p>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ol ref={list} className={`stack gap-3 ${styles.list}`}>
        {fields.map(({ key }, index) => (
          <Fragment key={key}>
            {removed?.index === index && undo}
            <QuestionCard
              form={form}
              index={index}
              count={fields.length}
              order={ordered(index)}
              onRemove={() => remove(index)}
            />
          </Fragment>
        ))}
        {removed?.index === fields.length && undo}
      </ol>
      <FieldError
        id="questions-error"
        message={errors.questions?.root?.message ?? errors.questions?.message}
      />
      <div className={`row wrap ${styles.add}`}>
        <button
          type="button"
          className="button"
          aria-disabled={isFull}
          onClick={() => !isFull && add([blankQuestion()], '')}
        >
          <Plus size={16} aria-hidden /> Add question
        </button>
        <button
          type="button"
          className="button quiet"
          aria-expanded={copying}
          onClick={() => setCopying(!copying)}
        >
          Copy from another job
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
