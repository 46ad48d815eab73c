import { lazy, Suspense, useDeferredValue, useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { AdCanvasProps } from '../../canvas/AdCanvas.tsx'
import { FieldError } from '../../ui/form/Field.tsx'
import { MissingEditor } from '../../ui/PlainText.tsx'
import { Loading } from '../../ui/States.tsx'
import type { Job, JobFormState, JobValues } from '../queries.ts'
import styles from './AdField.module.css'
import { adAround } from './ad-around.ts'

/** For when the code of the canvas failed to load. */
const MissingCanvas = ({ description, requirements }: AdCanvasProps) => (
  <>
    {[description, requirements].map(({ name, label, isRequired, html, onChange, problem }) => (
      <div key={name} className="field">
        <label htmlFor={name}>{label}</label>
        <MissingEditor
          id={name}
          label={label}
          value={html}
          onChange={onChange}
          required={isRequired}
          invalid={Boolean(problem)}
          {...(problem && { describedBy: `${name}-error` })}
        />
      </div>
    ))}
  </>
)

export const AdCanvas = lazy(() =>
  import('../../canvas/AdCanvas.tsx').catch(() => ({ default: MissingCanvas })),
)

function useText(form: JobFormState, name: 'description' | 'requirements', label: string) {
  const { field, fieldState } = useController({ control: form.control, name })
  return {
    name,
    label,
    isRequired: name === 'description',
    html: field.value ?? '',
    onChange: field.onChange,
    problem: fieldState.error?.message,
    ref: field.ref,
  }
}

/** The two texts of the ad, written in the job's page as the other fields make it. */
export function AdField({ form, job }: { form: JobFormState; job: Job | undefined }) {
  const description = useText(form, 'description', 'Job Description *')
  const requirements = useText(form, 'requirements', 'Requirements')
  // Typing comes first.
  const values = useDeferredValue(useWatch({ control: form.control })) as Partial<JobValues>
  const around = useMemo(() => adAround(values, job), [values, job])
  const problems = [description, requirements].filter(({ problem }) => problem)
  return (
    <fieldset className={styles.field} data-wide>
      <legend className="visually-hidden">Job ad</legend>
      <Suspense fallback={<Loading rows={6} />}>
        <AdCanvas
          id="ad"
          {...{ description, requirements, around }}
          describedBy={problems.map(({ name }) => `${name}-error`).join(' ') || undefined}
        />
      </Suspense>
      {problems.map(({ name, problem }) => (
        <FieldError key={name} id={`${name}-error`} message={problem} />
      ))}
    </fieldset>
  )
}
