import { Controller } from 'react-hook-form'
import { answerName } from '#api/hiring/applications/contract/answers.ts'
import { minLetter } from '#api/hiring/applications/contract/letter.ts'
import { languageName } from '../../lib/text/language-name.ts'
import { Field } from '../../ui/form/Field.tsx'
import { RichTextControl } from '../../ui/form/RichTextControl.tsx'
import { StatusField } from '../edit/StatusField.tsx'
import { JobSelect } from '../JobSelect.tsx'
import { PersonFields } from '../PersonFields.tsx'
import type { JobChoice } from '../queries.ts'
import { useSiteLanguages } from '../use-candidate-language.ts'
import { AnswerFields } from './AnswerFields.tsx'
import styles from './ManualApplication.module.css'
import type { ManualState } from './use-manual-form.ts'

function letterHelp(job: JobChoice | undefined) {
  const { letter = 'required', letter_min = minLetter } = job ?? {}
  if (letter === 'off') return 'Visitors are not asked for a letter.'
  const least = letter_min ? `, with at least ${letter_min} characters` : ''
  return `Optional here. For visitor applications the letter is ${letter}${least}.`
}

export function ManualFields({ state }: { state: ManualState }) {
  const { form, job, questions, answers, answer, attach, errors: faults } = state
  const { control, register, formState } = form
  const { errors } = formState
  const [main, ...others] = useSiteLanguages()
  return (
    <div className={`stack ${styles.fields}`}>
      <Controller
        control={control}
        name="job_id"
        render={({ field }) => <JobSelect {...field} error={errors.job_id?.message} />}
      />
      <StatusField id="new-status" field={register('status')} error={errors.status?.message} />
      <PersonFields
        register={(name) => register(name)}
        error={(name) => errors[name]?.message}
        idPrefix="new"
      />
      {main && others.length > 0 && (
        <Field
          label="Language"
          htmlFor="new-language"
          error={errors.language?.message}
          help="Emails and the candidate’s page are in it."
        >
          {(props) => (
            <select
              className="input"
              {...props}
              {...register('language', { setValueAs: (tag) => tag || undefined })}
            >
              <option value="">{languageName(main)}</option>
              {others.map((tag) => (
                <option key={tag} value={tag}>
                  {languageName(tag)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <AnswerFields
        questions={questions}
        fieldFor={({ id }) => ({
          value: answers[id] ?? '',
          error: faults[answerName(id)],
          onChange: (value) => answer(id, value),
          onFile: (file) => attach(answerName(id), file),
        })}
      />
      <div className={styles.wide}>
        <Field
          label="Resume"
          htmlFor="new-resume"
          error={faults.resume}
          optional
          help="PDF, DOC or DOCX"
        >
          {(props) => (
            <input
              className="input"
              type="file"
              accept=".pdf,.doc,.docx"
              {...props}
              onChange={({ currentTarget }) => attach('resume', currentTarget.files?.[0] ?? null)}
            />
          )}
        </Field>
      </div>
      <div className={styles.wide}>
        <RichTextControl
          control={control}
          name="motivation_letter"
          id="new-letter"
          label="Motivation letter"
          toolbar="letter"
          optional
          help={letterHelp(job)}
        />
      </div>
    </div>
  )
}
