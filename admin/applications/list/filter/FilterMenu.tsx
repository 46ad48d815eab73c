import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import {
  applicationFilters,
  filtersOf,
  type Interview,
} from '#api/hiring/applications/contract/filters.ts'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { verdictLabel, verdicts } from '#api/hiring/evaluations/contract/verdict.ts'
import { maxSource } from '#api/website/visits/contract.ts'
import { usePerson } from '../../../lib/hooks/use-person.ts'
import { formatCapped } from '../../../lib/text/format.ts'
import { reasonsQuery } from '../../../rejection-reasons/queries.ts'
import { publicSettingsQuery } from '../../../settings/public-settings.ts'
import { statusLabel } from '../../../status/StatusBadge.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { PanelButton } from '../../../ui/list/PanelButton.tsx'
import type { ApplicationFilters } from '../../filters.ts'
import { JobOptions } from '../../JobSelect.tsx'
import { ranges } from '../../periods.ts'
import { jobChoicesQuery, stepCountsQuery } from '../../queries.ts'
import { useStepGroups } from '../../steps/use-step-groups.ts'
import { TagFilter } from '../../tags/TagFilter.tsx'
import type { Address } from '../../use-address.ts'
import { AnswerFilters } from './AnswerFilters.tsx'
import { DaysFilter } from './DaysFilter.tsx'
import styles from './FilterMenu.module.css'

/** A button that opens all filters but the status and the search, which have their own place. */
export function FilterMenu({ address }: { address: Address }) {
  const { filters, filter } = address
  const { team_jobs = [] } = usePerson()
  const offered = filtersOf('only').filter((name) => name !== 'mine' || team_jobs.length)

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
          {ranges.map((range) => (
            <DaysFilter key={range} range={range} address={address} />
          ))}
          <VerdictFilter address={address} />
          <InterviewFilter address={address} />
          <ReasonFilter address={address} />
          <SourceFilter address={address} />
          <div>
            {offered.map((name) => (
              <label key={name} className={`row ${styles.only}`}>
                <input
                  type="checkbox"
                  checked={Boolean(filters[name])}
                  onChange={({ target }) => filter({ [name]: target.checked || undefined })}
                />
                {applicationFilters[name].label}
              </label>
            ))}
          </div>
          {filtersOf('either').map((name) => (
            <EitherFilter key={name} name={name} address={address} />
          ))}
        </>
      }
    >
      Filter <Plus size={14} aria-hidden />
    </PanelButton>
  )
}

/** The mean of the evaluations that the person sees. */
function VerdictFilter({ address: { filters, filter } }: { address: Address }) {
  return (
    <Field label={applicationFilters.verdict.label} htmlFor="filter-verdict">
      {(control) => (
        <select
          className="input"
          {...control}
          value={filters.verdict ?? ''}
          onChange={({ target: { value } }) =>
            filter({ verdict: verdicts.find((verdict) => String(verdict) === value) })
          }
        >
          <option value="">Any</option>
          {verdicts.toReversed().map((verdict) => (
            <option key={verdict} value={verdict}>
              {verdictLabel[verdict]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const interviewChoices = Object.entries(applicationFilters.interview.choices) as [
  Interview,
  string,
][]

function InterviewFilter({ address: { filters, filter } }: { address: Address }) {
  return (
    <Field label={applicationFilters.interview.label} htmlFor="filter-interview">
      {(control) => (
        <select
          className="input"
          {...control}
          value={filters.interview ?? ''}
          onChange={({ target: { value } }) =>
            filter({ interview: (value || undefined) as Interview | undefined })
          }
        >
          <option value="">Any</option>
          {interviewChoices.map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Nothing while the company has no reasons. */
function ReasonFilter({ address: { filters, filter } }: { address: Address }) {
  const { data: reasons = [] } = useQuery(reasonsQuery)
  if (!reasons.length) return null
  return (
    <Field label={applicationFilters.reason.label} htmlFor="filter-reason">
      {(control) => (
        <select
          className="input"
          {...control}
          value={filters.reason ?? ''}
          onChange={({ target: { value } }) => filter({ reason: Number(value) || undefined })}
        >
          <option value="">Any</option>
          {reasons.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Only where sources are recorded. */
function SourceFilter({ address: { filters, filter } }: { address: Address }) {
  const { data: settings } = useQuery(publicSettingsQuery)
  if (settings?.record_source !== 'true' && !filters.source) return null
  return (
    <Field label={applicationFilters.source.label} htmlFor="filter-source">
      {(control) => (
        <input
          key={filters.source}
          className="input"
          {...control}
          placeholder="linkedin.com"
          maxLength={maxSource}
          defaultValue={filters.source}
          onBlur={({ target }) =>
            filter({ source: target.value.trim().toLowerCase() || undefined })
          }
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur()
          }}
        />
      )}
    </Field>
  )
}

function EitherFilter({
  name,
  address: { filters, filter },
}: {
  name: ReturnType<typeof filtersOf<'either'>>[number]
  address: Address
}) {
  const { label, choices } = applicationFilters[name]
  return (
    <Field label={label} htmlFor={`filter-${name}`}>
      {(control) => (
        <select
          className="input"
          {...control}
          value={`${filters[name] ?? ''}`}
          onChange={({ target: { value } }) =>
            filter({ [name]: value ? value === 'true' : undefined })
          }
        >
          <option value="">Any</option>
          {(['false', 'true'] as const).map((value) => (
            <option key={value} value={value}>
              {choices[value]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** The steps with how many are in each. */
function StepFilter({ address }: { address: Address }) {
  const { filters, filter } = address
  const { groups } = useStepGroups(filters.job_id)
  const { data: counts } = useQuery(stepCountsQuery(filters))
  if (!groups.length && !filters.step_id) return null
  const counted = (steps: number[]) => {
    const { rows = [], isCapped = false } = counts ?? {}
    const sum = rows.reduce((sum, row) => sum + (steps.includes(row.step_id) ? row.count : 0), 0)
    // Where counting stopped, nothing is known of a step that it had not met.
    return sum || !isCapped ? ` (${formatCapped(sum, isCapped)})` : ''
  }
  return (
    <Field label={applicationFilters.step_id.label} htmlFor="filter-step">
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
                      {name + counted(ids)}
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
