import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { letterMinimum } from '#api/applications/contract/letter.ts'
import type { manualApplication } from '#api/applications/contract.ts'
import { Field } from '../ui/form/Field.tsx'
import { RichTextControl } from '../ui/form/RichTextControl.tsx'
import { JobSelect } from './JobSelect.tsx'
import styles from './ManualApplication.module.css'
import { PersonFields } from './PersonFields.tsx'
import { StatusField } from './StatusField.tsx'

export type ManualInput = z.input<typeof manualApplication>
export type ManualOutput = z.output<typeof manualApplication>
type ManualForm = UseFormReturn<ManualInput, unknown, ManualOutput>

const letterHelp = `Optional here. For visitor applications the letter is required, with at least ${letterMinimum} characters.`

export function ManualFields({
  form,
  resumeFault,
  onResume,
}: {
  form: ManualForm
  resumeFault: string | undefined
  onResume: (file: File | null) => void
}) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <div className={styles.fields}>
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
      <div className={styles.wide}>
        <Field
          label="Resume"
          htmlFor="new-resume"
          error={resumeFault}
          optional
          help="PDF, DOC or DOCX"
        >
          {(props) => (
            <input
              className="input"
              type="file"
              accept=".pdf,.doc,.docx"
              {...props}
              onChange={({ currentTarget }) => onResume(currentTarget.files?.[0] ?? null)}
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
          help={letterHelp}
        />
      </div>
    </div>
  )
}
