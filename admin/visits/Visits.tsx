import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { JobOptions } from '../applications/JobSelect.tsx'
import { jobChoicesQuery } from '../applications/queries.ts'
import { useSearchParams } from '../lib/hooks/use-search-params.ts'
import { formatCount, formatDay } from '../lib/text/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { CountTable, rate } from './CountTable.tsx'
import { NotCounted } from './NotCounted.tsx'
import { periods, readFilters, type VisitFilters, visitsQuery } from './queries.ts'
import { sourceLabel } from './sources.ts'
import { TrackingLink } from './TrackingLink.tsx'
import styles from './Visits.module.css'

/** How often jobs were viewed and applied for, by job and by source. The URL holds the filters. */
export default function Visits() {
  const [search, setSearch] = useSearchParams('/jobs/visits')
  const filters = readFilters(search)
  const job = useRef<HTMLSelectElement>(null)
  const visits = useQuery(visitsQuery(filters))
  return (
    <>
      <PageHeader
        title="Visits"
        description="How often your jobs are viewed and applied for, and where visitors come from."
        back={{ to: '/jobs', label: 'Back to Jobs' }}
      />
      <NotCounted />
      <Filters filters={filters} onFilter={setSearch} job={job} />
      <div className="stack gap-6 narrow">
        <Loaded query={visits} failed="Failed to load visits" rows={4}>
          {(data) =>
            data.views + data.applications > 0 ? (
              <>
                <p role="status" className={styles.sum}>
                  {`${counted(data.views, 'view')} and ${counted(data.applications, 'application')} (${rate(data)})`}{' '}
                  since {formatDay(data.since)}
                </p>
                {!filters.job_id && (
                  <CountTable
                    caption="By job"
                    what="Job"
                    rows={data.jobs.map(({ job_id, title, ...counts }) => ({
                      ...counts,
                      key: job_id,
                      name: (
                        <Link
                          to="/jobs/visits"
                          search={{ ...filters, job_id: String(job_id) }}
                          // This table goes, and with it the focus.
                          onClick={() => job.current?.focus()}
                        >
                          {title}
                        </Link>
                      ),
                    }))}
                  />
                )}
                <CountTable
                  caption="By source"
                  what="Source"
                  rows={data.sources.map(({ source, ...counts }) => ({
                    ...counts,
                    key: source,
                    name: sourceLabel(source),
                  }))}
                />
              </>
            ) : (
              <Empty icon={ChartNoAxesColumn} title="No visits in this period">
                Views show up within seconds.
              </Empty>
            )
          }
        </Loaded>
        <TrackingLink jobId={filters.job_id} />
        <p className="note measure">
          Counted without cookies, and with nothing about the visitor. Reloads, staff who are signed
          in, and browsers without JavaScript are not counted as views; their applications are.
          Counts are kept for 400 days.
        </p>
      </div>
    </>
  )
}

const counted = (count: number, what: string) =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`

function Filters({
  filters,
  onFilter,
  job,
}: {
  filters: VisitFilters
  onFilter: (filters: VisitFilters) => void
  job: Ref<HTMLSelectElement>
}) {
  const { data: jobs } = useQuery(jobChoicesQuery)
  const change = (changed: Partial<VisitFilters>) => onFilter({ ...filters, ...changed })
  return (
    <div className={styles.filters}>
      <select
        ref={job}
        className="input"
        aria-label="Job"
        value={filters.job_id}
        onChange={({ target }) => change({ job_id: target.value })}
      >
        <option value="">All jobs</option>
        <JobOptions jobs={jobs} value={Number(filters.job_id) || undefined} />
      </select>
      <select
        className="input"
        aria-label="Period"
        value={filters.days}
        onChange={({ target }) => change({ days: target.value })}
      >
        {Object.entries(periods).map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
