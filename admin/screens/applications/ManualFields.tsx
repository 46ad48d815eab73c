import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { manualApplication } from '#api/contract/applications.ts'
import { letterMinimum } from '#api/contract/letter.ts'
import { RichTextControl } from '../../ui/RichTextControl.tsx'
import { JobSelect } from './JobSelect.tsx'
import styles from './ManualApplication.module.css'
import { PersonFields } from './PersonFields.tsx'
import { StatusField } from './StatusField.tsx'

export type ManualInput = z.input<typeof manualApplication>
export type ManualOutput = z.output<typeof manualApplication>
type ManualForm = UseFormReturn<ManualInput, unknown, ManualOutput>

const letterHelp = `Optional here. For visitor applications the letter is required, with at least ${letterMinimum} characters.`

/** The fields of a manual application: job and status, the person, the letter. */
export function ManualFields({ form }: { form: ManualForm }) {
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
