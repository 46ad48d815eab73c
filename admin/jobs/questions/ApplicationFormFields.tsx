import { Field } from '../../ui/form/Field.tsx'
import type { Job, JobFormState } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { QuestionList } from './QuestionList.tsx'
import { modeLabel } from './questions.ts'

/** What candidates are asked for: letter, resume and the job's own questions. */
export const ApplicationFormFields = ({
  form,
  job,
}: {
  form: JobFormState
  job: Job | undefined
}) => (
  <section className={styles.section} aria-labelledby="application-form">
    <div>
      <h2 id="application-form">Application form</h2>
      <p className="help">
        Candidates always give their name and email; a phone number is optional.
      </p>
    </div>
    <div className={styles.modes}>
      <ModeField form={form} name="letter" label="Motivation letter" />
      {form.watch('letter') !== 'off' && <LetterMinimum form={form} />}
      <ModeField form={form} name="resume" label="Resume" />
    </div>
    <QuestionList form={form} job={job} />
  </section>
)

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
