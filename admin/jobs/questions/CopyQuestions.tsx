import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxQuestions } from '#api/website/jobs/contract.ts'
import { jobChoicesQuery } from '../../applications/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { LoadingText } from '../../ui/States.tsx'
import type { Job } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { countedQuestions } from './questions.ts'

type Source = { title: string; questions: NonNullable<Job['questions']> }

/** `except` is the job being edited. */
export function CopyQuestions({
  except,
  count,
  onCopy,
}: {
  except: number | undefined
  /** How many questions the job has. */
  count: number
  onCopy: (source: Source) => void
}) {
  const jobs = useQuery(jobChoicesQuery)
  const [chosen, setChosen] = useState(0)
  if (jobs.isPending) return <LoadingText>Loading jobs...</LoadingText>
  if (jobs.isError)
    return (
      <p role="alert">
        Couldn't load the jobs.{' '}
        <button type="button" className="button small" onClick={() => jobs.refetch()}>
          Retry
        </button>
      </p>
    )
  const sources = jobs.data.flatMap(({ id, title, questions }) =>
    questions && id !== except ? [{ id, title, questions }] : [],
  )
  if (!sources.length) return <p role="status">No other job has questions yet.</p>
  const source = sources.find(({ id }) => id === chosen)
  const tooMany = source && count + source.questions.length > maxQuestions
  return (
    <div className={`line wrap ${styles.copy}`}>
      <Field
        label="Job to copy from"
        htmlFor="copy-from"
        error={
          tooMany
            ? `Ask at most ${maxQuestions} questions. This job already has ${count}.`
            : undefined
        }
      >
        {(control) => (
          <select
            className="input"
            {...control}
            // biome-ignore lint/a11y/noAutofocus: opened by the button before it
            autoFocus
            value={chosen}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            <option value={0}>Choose a job</option>
            {sources.map(({ id, title, questions: { length } }) => (
              <option key={id} value={id}>
                {title} ({countedQuestions(length)})
              </option>
            ))}
          </select>
        )}
      </Field>
      <button
        type="button"
        className="button"
        aria-disabled={!source || tooMany}
        onClick={() => source && !tooMany && onCopy(source)}
      >
        Copy questions
      </button>
    </div>
  )
}
