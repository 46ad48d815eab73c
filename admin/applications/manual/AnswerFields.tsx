import { answerName } from '#api/hiring/applications/contract/answers.ts'
import { lastDay } from '../../lib/text/format.ts'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { type ControlProps, Field, FieldError } from '../../ui/form/Field.tsx'
import { choicesOf } from '../answers.ts'
import type { Question } from '../queries.ts'
import styles from './ManualApplication.module.css'

type Props = {
  question: Question
  /** Several choices have a line each. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onFile: (file: File | null) => void
}

/** The questions of the job; none is required of staff. */
export const AnswerFields = ({
  questions,
  fieldFor,
}: {
  questions: Question[]
  fieldFor: (question: Question) => Omit<Props, 'question'>
}) =>
  questions.length > 0 && (
    <fieldset className={`stack ${styles.wide} ${styles.answers}`}>
      <legend className="label">Questions</legend>
      <p className="help">All optional here.</p>
      {questions.map((question) => (
        <AnswerField key={question.id} question={question} {...fieldFor(question)} />
      ))}
    </fieldset>
  )

const idOf = ({ id }: Question) => `new-${answerName(id)}`

function AnswerField(props: Props) {
  const { question, error } = props
  if (question.kind === 'multiple_choice') return <Choices {...props} />
  return (
    <Field
      label={question.label}
      htmlFor={idOf(question)}
      error={error}
      help={[question.help, question.kind === 'file' && 'PDF, DOC or DOCX']
        .filter(Boolean)
        .join(' · ')}
    >
      {(control) => <Control {...props} control={control} />}
    </Field>
  )
}

function Control({
  question,
  value,
  onChange,
  onFile,
  control,
}: Props & { control: ControlProps }) {
  const common = {
    ...control,
    className: 'input',
    autoComplete: 'off',
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  switch (question.kind) {
    case 'long_text':
      return <textarea {...common} dir="auto" />
    case 'single_choice':
    case 'yes_no':
      return (
        <select {...common}>
          <option value="">No answer</option>
          {choicesOf(question).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    case 'file':
      return (
        <input
          {...control}
          className="input"
          type="file"
          accept=".pdf,.doc,.docx"
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
        />
      )
    case 'date':
      return <input {...common} type="date" max={lastDay} />
    case 'number':
      return <input {...common} inputMode="decimal" />
    default:
      return <input {...common} dir="auto" />
  }
}

function Choices({ question, value, error, onChange }: Props) {
  const id = idOf(question)
  const chosen = value.split('\n')
  const options = question.options ?? []
  const toggle = (option: string, on: boolean) =>
    onChange(options.filter((each) => (each === option ? on : chosen.includes(each))).join('\n'))
  return (
    <fieldset className={`stack gap-1 ${styles.choices}`} aria-describedby={error && `${id}-error`}>
      <legend className="label">{question.label}</legend>
      {options.map((option, place) => (
        <CheckField
          key={option}
          id={place ? `${id}-${place}` : id}
          label={option}
          checked={chosen.includes(option)}
          onChange={({ target }) => toggle(option, target.checked)}
        />
      ))}
      {question.help && <p className="help">{question.help}</p>}
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
