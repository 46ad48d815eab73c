import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { Field } from '../ui/form/Field.tsx'
import { type JobChoice, jobChoicesQuery } from './queries.ts'

/** Includes inactive jobs, marked as such. */
export function JobSelect({
  value,
  onChange,
  onBlur,
  ref,
  error,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
  onBlur: () => void
  ref: Ref<HTMLSelectElement>
  error: string | undefined
}) {
  const jobs = useQuery(jobChoicesQuery)
  const prompt = jobs.isPending ? 'Loading jobs...' : 'Choose a job'
  return (
    <Field
      label="Job"
      htmlFor="new-job"
      error={error}
      help={jobs.isError && <Reload onRetry={() => jobs.refetch()} />}
    >
      {(props) => (
        <select
          className="input"
          {...props}
          ref={ref}
          onBlur={onBlur}
          data-autofocus
          value={value ?? ''}
          onChange={(event) => onChange(Number(event.target.value) || undefined)}
        >
          <option value="">{prompt}</option>
          {!jobs.isPending && <JobOptions jobs={jobs.data} value={value} />}
        </select>
      )}
    </Field>
  )
}

/** One option per job, plus one for a `value` that was deleted or has not loaded. */
export const JobOptions = ({
  jobs = [],
  value,
}: {
  jobs: JobChoice[] | undefined
  value: number | undefined
}) => (
  <>
    {value && !jobs.some(({ id }) => id === value) && <option value={value}>Job {value}</option>}
    {jobs.map(({ id, title, is_active }) => (
      <option key={id} value={id}>
        {is_active ? title : `${title} (inactive)`}
      </option>
    ))}
  </>
)

const Reload = ({ onRetry }: { onRetry: () => void }) => (
  <>
    Couldn't load the jobs.{' '}
    <button type="button" className="button small" onClick={onRetry}>
      Retry
    </button>
  </>
)
