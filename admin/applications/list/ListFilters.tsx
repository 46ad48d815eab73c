import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, checked, complaint } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { JobOptions } from '../JobSelect.tsx'
import { applicationsKey, jobChoicesQuery } from '../queries.ts'
import { AnswerFilters } from './AnswerFilters.tsx'
import { type ApplicationFilters, onlyLabel, withdrawnLabel } from './filters.ts'
import styles from './ListFilters.module.css'
import { SavedViews } from './SavedViews.tsx'
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
    <div className={styles.filters}>
      <MainFilters address={address} />
      <Toggles address={address} />
    </div>
    <AnswerFilters address={address} />
  </>
)

function MainFilters({ address }: { address: Address }) {
  const { filters, filter } = address
  return (
    <>
      <SearchBox
        q={filters.q}
        onSearch={(q) => filter({ q }, { replace: true })}
        label="Search applications"
        hint="Search name, email, #number, answers, letter, notes"
      />
      <JobFilter value={filters.job_id} onChange={(job_id) => filter({ job_id })} />
      <select
        className={`input ${styles.sort}`}
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
    </>
  )
}

/** Unread by the reader, waiting for an answer, agreed to be kept, withdrawn. */
function Toggles({ address: { filters, filter } }: { address: Address }) {
  const client = useQueryClient()
  const { mutate: markAllRead, isPending } = useMutation({
    mutationFn: () =>
      checked(api.applications.read.$post({ json: { up_to: Number.MAX_SAFE_INTEGER } })),
    onSuccess: () => client.invalidateQueries({ queryKey: applicationsKey }),
    onError: (error) => toast({ message: complaint("Couldn't mark all as read", error) }),
  })
  return (
    <>
      {(['unread', 'waiting', 'keep'] as const).map((name) => (
        <button
          key={name}
          type="button"
          className={`button small ${styles.toggle}`}
          aria-pressed={Boolean(filters[name])}
          onClick={() => filter({ [name]: filters[name] ? undefined : 'true' })}
        >
          {onlyLabel[name]}
        </button>
      ))}
      <select
        className={`input ${styles.withdrawn}`}
        aria-label="Withdrawn"
        value={filters.withdrawn ?? ''}
        onChange={({ target }) =>
          filter({ withdrawn: (target.value || undefined) as ApplicationFilters['withdrawn'] })
        }
      >
        <option value="">Withdrawn: any</option>
        {(['false', 'true'] as const).map((value) => (
          <option key={value} value={value}>
            {withdrawnLabel[value]}
          </option>
        ))}
      </select>
      {filters.unread && (
        <button
          type="button"
          className="button quiet small"
          aria-disabled={isPending}
          onClick={() => !isPending && markAllRead()}
        >
          Mark all as read
        </button>
      )}
      <SavedViews filters={filters} />
    </>
  )
}

type JobId = ApplicationFilters['job_id']

function JobFilter({ value, onChange }: { value: JobId; onChange: (id: JobId) => void }) {
  const { data: jobs, isPending } = useQuery(jobChoicesQuery)
  const chosen = value === 'all' ? undefined : value
  return (
    <select
      className={`input ${styles.job}`}
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
