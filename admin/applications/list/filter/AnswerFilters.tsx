import { useQuery } from '@tanstack/react-query'
import { answerName } from '#api/hiring/applications/contract/answers.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { choicesOf } from '../../answers.ts'
import { formerOptionsQuery, jobChoicesQuery } from '../../queries.ts'
import type { Address } from '../../use-address.ts'
import styles from './FilterMenu.module.css'

/** A select for each question with choices of the chosen job. */
export function AnswerFilters({ address: { filters, filter } }: { address: Address }) {
  const { job_id, answers } = filters
  const { data: jobs } = useQuery(jobChoicesQuery)
  const questions = jobs?.find(({ id }) => id === job_id)?.questions ?? []
  const withChoices = questions.filter((question) => choicesOf(question).length)
  const { data: former = [] } = useQuery({
    ...formerOptionsQuery(Number(job_id)),
    enabled: withChoices.length > 0,
  })
  if (!withChoices.length) return null
  return (
    <fieldset className={`stack gap-3 ${styles.answers}`} aria-label="Filter by answer">
      {withChoices.map((question) => {
        const name = answerName(question.id)
        return (
          <AnswerFilter
            key={name}
            name={name}
            label={question.label}
            choices={choicesOf(question)}
            former={former
              .filter(({ question_id }) => question_id === question.id)
              .map(({ option }) => option)}
            value={answers[name] ?? ''}
            onChange={(value) => filter({ answers: { ...answers, [name]: value } })}
          />
        )
      })}
    </fieldset>
  )
}

function AnswerFilter({
  name,
  label,
  choices,
  former,
  value,
  onChange,
}: {
  name: string
  label: string
  choices: { value: string; label: string }[]
  /** Not offered any more, but chosen in applications. */
  former: string[]
  value: string
  onChange: (value: string) => void
}) {
  const isKnown =
    !value || former.includes(value) || choices.some((choice) => choice.value === value)
  return (
    <Field label={<span title={label}>{label}</span>} htmlFor={name}>
      {(control) => (
        <select
          className="input"
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">Any answer</option>
          {/* While the former options load, or beyond the most that are listed. */}
          {!isKnown && <option value={value}>{value}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
          {former.length > 0 && (
            <optgroup label="No longer offered">
              {former.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    </Field>
  )
}
