import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { jobChoicesQuery } from '../../lib/applications.ts'
import { Field } from '../../ui/Field.tsx'

/** The job an application is for; inactive ones may be chosen too, and say so. */
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
  const prompt = jobs.isPending ? 'Loading jobs…' : 'Choose a job'
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
          {jobs.data?.map((job) => (
            <option key={job.id} value={job.id}>
              {job.is_active ? job.title : `${job.title} (inactive)`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const Reload = ({ onRetry }: { onRetry: () => void }) => (
  <>
    The jobs could not be loaded.{' '}
    <button type="button" className="button small" onClick={onRetry}>
      Retry
    </button>
  </>
)
