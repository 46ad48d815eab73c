import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { formatCount } from '../../lib/text/format.ts'
import { Field } from '../../ui/form/Field.tsx'
import { PanelButton } from '../../ui/list/PanelButton.tsx'
import { onlyFilters, onlyLabel } from '../filter-queries.ts'
import { type ApplicationFilters, withdrawnLabel } from '../filters.ts'
import { JobOptions } from '../JobSelect.tsx'
import { jobChoicesQuery, stepCountsQuery } from '../queries.ts'
import { statusLabel } from '../status/StatusBadge.tsx'
import { useStepGroups } from '../steps/use-step-groups.ts'
import { TagFilter } from '../tags/TagFilter.tsx'
import type { Address } from '../use-address.ts'
import { AnswerFilters } from './AnswerFilters.tsx'
import styles from './FilterMenu.module.css'

/** A button that opens all filters but the status and the search, which have their own place. */
export function FilterMenu({ address }: { address: Address }) {
  const { filters, filter } = address
  const { team_jobs = [] } = usePerson()
  const offered = onlyFilters.filter((name) => name !== 'mine' || team_jobs.length)

  return (
    <PanelButton
      label="Filters"
      className={`button small ${styles.button}`}
      panel={
        <>
          <JobFilter value={filters.job_id} onChange={(job_id) => filter({ job_id })} />
          <StepFilter address={address} />
          <TagFilter address={address} />
          <AnswerFilters address={address} />
          <div>
            {offered.map((name) => (
              <label key={name} className={styles.only}>
                <input
                  type="checkbox"
                  checked={Boolean(filters[name])}
                  onChange={({ target }) => filter({ [name]: target.checked ? 'true' : undefined })}
                />
                {onlyLabel[name]}
              </label>
            ))}
          </div>
          <Field label="Withdrawn" htmlFor="filter-withdrawn">
            {(control) => (
              <select
                className="input"
                {...control}
                value={filters.withdrawn ?? ''}
                onChange={({ target }) =>
                  filter({
                    withdrawn: (target.value || undefined) as ApplicationFilters['withdrawn'],
                  })
                }
              >
                <option value="">Any</option>
                {(['false', 'true'] as const).map((value) => (
                  <option key={value} value={value}>
                    {withdrawnLabel[value]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      }
    >
      Filter <Plus size={14} aria-hidden />
    </PanelButton>
  )
}

/** The steps with how many are in each. */
function StepFilter({ address }: { address: Address }) {
  const { filters, filter } = address
  const { groups } = useStepGroups(filters.job_id)
  const { data: counts = [] } = useQuery(stepCountsQuery(filters))
  if (!groups.length && !filters.step_id) return null
  const countOf = (steps: number[]) =>
    counts.reduce((sum, { step_id, count }) => sum + (steps.includes(step_id) ? count : 0), 0)
  return (
    <Field label="Step" htmlFor="filter-step">
      {(control) => (
        <select
          className="input"
          {...control}
          value={String(filters.step_id ?? '')}
          onChange={({ target: { value } }) =>
            filter({
              step_id: value === 'none' ? value : value ? value.split(',').map(Number) : undefined,
            })
          }
        >
          <option value="">Any</option>
          <option value="none">In no step</option>
          {applicationStatuses.map((status) => {
            const own = groups.filter((step) => step.status === status)
            return (
              own.length > 0 && (
                <optgroup key={status} label={statusLabel[status]}>
                  {own.map(({ ids, name }) => (
                    <option key={name} value={String(ids)}>
                      {name} ({formatCount(countOf(ids))})
                    </option>
                  ))}
                </optgroup>
              )
            )
          })}
        </select>
      )}
    </Field>
  )
}

type JobId = ApplicationFilters['job_id']

function JobFilter({ value, onChange }: { value: JobId; onChange: (id: JobId) => void }) {
  const { data: jobs, isPending } = useQuery(jobChoicesQuery)
  const chosen = value === 'all' ? undefined : value
  return (
    <Field label="Job" htmlFor="filter-job">
      {(control) => (
        <select
          className="input"
          {...control}
          value={value}
          onChange={(event) => onChange(Number(event.target.value) || 'all')}
        >
          <option value="all">All jobs</option>
          {!jobs && (
            <option value={isPending ? chosen : ''} disabled>
              {isPending ? 'Loading jobs...' : "Couldn't load the jobs"}
            </option>
          )}
          {!isPending && <JobOptions jobs={jobs} value={chosen} />}
        </select>
      )}
    </Field>
  )
}
