import { Field } from '../../ui/form/Field.tsx'
import type { Job, JobFormState } from '../queries.ts'
import { Section } from '../Section.tsx'
import styles from './ApplicationFormFields.module.css'
import { PreviewForm } from './PreviewForm.tsx'
import { QuestionList } from './QuestionList.tsx'
import { countedQuestions, modeLabel } from './questions.ts'

const names = ['letter', 'letter_min', 'resume', 'questions'] as const

/** What candidates are asked for: letter, resume and the job's own questions. */
export function ApplicationFormFields({ form, job }: { form: JobFormState; job: Job | undefined }) {
  const [letter, letter_min, resume, questions] = form.watch([...names])
  const count = questions?.length ?? 0
  const isDefault = letter === 'required' && letter_min === 400 && resume === 'required' && !count
  return (
    <Section
      form={form}
      title="Letter, resume and questions"
      help="Candidates always give their name and email; a phone number is optional."
      names={[...names]}
      summary={[
        `Letter ${modeLabel[letter ?? 'required'].toLowerCase()}`,
        `resume ${modeLabel[resume ?? 'required'].toLowerCase()}`,
        countedQuestions(count),
      ].join(' · ')}
      isFilled={!isDefault}
    >
      <div className={styles.modes}>
        <ModeField form={form} name="letter" label="Motivation letter" />
        {letter !== 'off' && <LetterMinimum form={form} />}
        <ModeField form={form} name="resume" label="Resume" />
      </div>
      <QuestionList form={form} job={job} />
      <div>
        <PreviewForm form={form} />
      </div>
    </Section>
  )
}

const ModeField = ({
  form,
  name,
  label,
}: {
  form: JobFormState
  name: 'letter' | 'resume'
  label: string
}) => (
  <Field label={label} htmlFor={name} error={form.formState.errors[name]?.message}>
    {(control) => (
      <select className="input" {...control} {...form.register(name)}>
        {Object.entries(modeLabel).map(([mode, label]) => (
          <option key={mode} value={mode}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const LetterMinimum = ({ form }: { form: JobFormState }) => (
  <Field
    label="Minimum letter length"
    htmlFor="letter_min"
    error={form.formState.errors.letter_min?.message}
    help="In characters, from 0 to 2,000"
  >
    {(control) => (
      <input
        className="input"
        type="number"
        min={0}
        max={2000}
        {...control}
        {...form.register('letter_min', { valueAsNumber: true })}
      />
    )}
  </Field>
)
