import { useQuery } from '@tanstack/react-query'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { AnswerFilters } from './AnswerFilters.tsx'
import type { ApplicationFilters } from './filters.ts'
import { JobOptions } from './JobSelect.tsx'
import styles from './ListFilters.module.css'
import { jobChoicesQuery } from './queries.ts'
import type { Address } from './use-address.ts'

const orders: Record<ApplicationFilters['sort'], string> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name A–Z',
  '-name': 'Name Z–A',
  job_title: 'Job A–Z',
  '-job_title': 'Job Z–A',
  status: 'Status A–Z',
  '-status': 'Status Z–A',
}

export const ListFilters = ({ address }: { address: Address }) => (
  <>
    <MainFilters address={address} />
    <AnswerFilters address={address} />
  </>
)

function MainFilters({ address }: { address: Address }) {
  const { filters, filter } = address
  return (
    <div className={styles.filters}>
      <SearchBox
        q={filters.q}
        onSearch={(q) => filter({ q }, { replace: true })}
        label="Search applications"
        hint="Search name, email, answers, letter, notes"
      />
      <JobFilter value={filters.job_id} onChange={(job_id) => filter({ job_id })} />
      <select
        className="input"
        aria-label="Sort by"
        value={filters.sort}
        onChange={(event) => filter({ sort: event.target.value as ApplicationFilters['sort'] })}
      >
        {Object.entries(orders).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

type JobId = ApplicationFilters['job_id']

function JobFilter({ value, onChange }: { value: JobId; onChange: (id: JobId) => void }) {
  const { data: jobs, isPending } = useQuery(jobChoicesQuery)
  const chosen = value === 'all' ? undefined : value
  return (
    <select
      className="input"
      aria-label="Job"
      value={value}
      onChange={(event) => onChange(Number(event.target.value) || 'all')}
    >
      <option value="all">All jobs</option>
      {!jobs && (
        <option value={isPending ? chosen : ''} disabled>
          {isPending ? 'Loading jobs…' : "Couldn't load the jobs"}
        </option>
      )}
      {!isPending && <JobOptions jobs={jobs} value={chosen} />}
    </select>
  )
}
