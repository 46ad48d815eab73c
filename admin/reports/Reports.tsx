import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download, Printer } from 'lucide-react'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { JobOptions } from '../applications/JobSelect.tsx'
import { jobChoicesQuery } from '../applications/queries.ts'
import { api, complaint } from '../lib/api/api.ts'
import { download } from '../lib/api/download.ts'
import { useSearchParams } from '../lib/hooks/use-search-params.ts'
import { formatDay } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { useSiteTimeZone } from '../settings/public-settings.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { Plot } from './Plot.tsx'
import {
  groups,
  type HiringReport,
  periodsOn,
  queryOf,
  type ReportFilters,
  readFilters,
  reportQuery,
} from './queries.ts'
import styles from './Reports.module.css'
import { ReportTable } from './ReportTable.tsx'
import { countText, daysText, share } from './text.ts'

/** Where candidates come from, how long they wait, and where they are lost. The URL has the filters. */
export default function Reports() {
  const [search, setSearch] = useSearchParams('/applications/reports')
  const filters = readFilters(search)
  const report = useQuery(reportQuery(filters))
  const { data } = report
  return (
    <div data-room="wide">
      <PageHeader
        title="Reports"
        back={{ to: '/applications', label: 'Back to Applications' }}
        description={
          data
            ? `Applications received from ${formatDay(data.from)} to ${formatDay(data.to)}, and what became of them.`
            : '\u00A0'
        }
        actions={
          <>
            <button type="button" className="button" onClick={() => window.print()}>
              <Printer size={17} aria-hidden /> Print
            </button>
            <button
              type="button"
              className="button"
              onClick={() =>
                download(api.reports['hiring.csv'].$get({ query: queryOf(filters) })).catch(
                  (error: unknown) =>
                    toast({ message: complaint('The report was not downloaded', error) }),
                )
              }
            >
              <Download size={17} aria-hidden /> Download CSV
            </button>
          </>
        }
      />
      <Filters filters={filters} onFilter={(changed) => setSearch(queryOf(changed))} />
      <Loaded query={report} failed="Failed to load the report" rows={8}>
        {(shown) => <Report report={shown} group={filters.group} />}
      </Loaded>
    </div>
  )
}

function Report({ report, group }: { report: HiringReport; group: ReportFilters['group'] }) {
  const { rows, total, since, from } = report
  const isEmpty = !total.applications && !total.views
  return (
    <div className="stack gap-5">
      <Totals total={total} />
      {from < since && (
        <p className="note measure">
          Days and steps are counted since {formatDay(since)}. Of what was decided before, only the
          outcome is known.
        </p>
      )}
      {isEmpty ? (
        <Empty icon={ChartNoAxesColumn} title="No applications in this period">
          Choose other days, or another job.
        </Empty>
      ) : rows.length ? (
        <div className={styles.columns}>
          <Plot rows={rows} areMonths={group === 'month'} />
          <ReportTable report={report} group={group} />
        </div>
      ) : (
        <Empty icon={ChartNoAxesColumn} title={nothingBy[group] ?? 'Nothing to show'} />
      )}
      <p className={`note measure ${styles.notes}`}>
        Shortlisted counts those who were selected, too. Days are medians: half waited no longer.
        The first response is the first decision or booked interview. Erased applications stay in
        the numbers, without anything about the person.
      </p>
    </div>
  )
}

const nothingBy: Partial<Record<ReportFilters['group'], string>> = {
  step: 'No application entered a step in this period',
  reason: 'No application was rejected in this period',
}

function Totals({ total }: { total: HiringReport['total'] }) {
  const { applications, shortlisted, selected, views } = total
  const numbers = [
    ['Applications', countText(applications), views ? `of ${countText(views)} views` : ''],
    ['Shortlisted', countText(shortlisted), share(shortlisted, applications)],
    ['Selected', countText(selected), share(selected, applications)],
    ['First response', daysText(total.days_to_response), ''],
    ['Decision', daysText(total.days_to_decision), ''],
  ]
  return (
    <dl className={styles.totals}>
      {numbers.map(([name, value, more]) => (
        <div key={name}>
          <dt className="note">{name}</dt>
          <dd>
            <span className={styles.value}>{value}</span> <span className="note">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Filters({
  filters,
  onFilter,
}: {
  filters: ReportFilters
  onFilter: (filters: ReportFilters) => void
}) {
  const { data: jobs } = useQuery(jobChoicesQuery)
  const { data: report } = useQuery(reportQuery(filters))
  const periods = periodsOn(dayIn(useSiteTimeZone()))
  const { group, from, to } = filters
  const chosen = periods.findIndex((period) => period.from === from && period.to === to)
  const change = (changed: Partial<ReportFilters>) => onFilter({ ...filters, ...changed })
  return (
    <div className={`row wrap ${styles.filters}`}>
      <fieldset className="segments">
        <legend className="visually-hidden">Group by</legend>
        {Object.entries(groups).map(([each, label]) => (
          <label key={each} className="pick">
            <input
              type="radio"
              name="group"
              checked={group === each}
              onChange={() => change({ group: each as ReportFilters['group'] })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <select
        className="input"
        aria-label="Period"
        value={chosen < 0 ? 'days' : chosen}
        onChange={({ target }) => {
          // Other days begin with those that are shown.
          const { from = '', to = '' } = periods[Number(target.value)] ?? report ?? {}
          change({ from, to })
        }}
      >
        {periods.map(({ label }, place) => (
          <option key={label} value={place}>
            {label}
          </option>
        ))}
        <option value="days">Other days…</option>
      </select>
      {chosen < 0 && (
        <span className="row">
          <Day label="First day" day={from} onChange={(day) => change({ from: day })} /> –
          <Day label="Last day" day={to} onChange={(day) => change({ to: day })} />
        </span>
      )}
      <select
        className="input"
        aria-label="Job"
        value={filters.job_id}
        onChange={({ target }) => change({ job_id: target.value })}
      >
        <option value="">All jobs</option>
        <JobOptions jobs={jobs} value={Number(filters.job_id) || undefined} />
      </select>
    </div>
  )
}

/** Browsers report years of fewer digits while they are typed. */
const Day = ({
  label,
  day,
  onChange,
}: {
  label: string
  day: string
  onChange: (day: string) => void
}) => (
  <input
    key={day}
    className="input"
    type="date"
    aria-label={label}
    defaultValue={day}
    onBlur={({ target }) => {
      if (target.value && target.value !== day) onChange(target.value)
    }}
    onKeyDown={({ key, currentTarget }) => {
      if (key === 'Enter') currentTarget.blur()
    }}
  />
)
